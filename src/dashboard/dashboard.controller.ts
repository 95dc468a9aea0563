import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, RequiresSession, WithinOrganization } from '../core/http/index.js';
import { DashboardPagesService } from './dashboard-pages.service.js';
import { DashboardPagesDto } from './dashboard.dto.js';

@ApiTags('Dashboard')
@WithinOrganization()
@Controller('v1/dashboard')
export class DashboardController {
  constructor(private readonly pages: DashboardPagesService) {}

  @Get('pages')
  @RequiresSession()
  @Endpoint({
    id: 'listDashboardPages',
    summary: 'List dashboard pages',
    description:
      'Returns the pages of the dashboard, in the order of its navigation: those of the service and those that features add.',
  })
  list(): DashboardPagesDto {
    return { data: this.pages.listed };
  }
}
