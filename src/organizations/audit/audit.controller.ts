import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../../accounts/index.js';
import { Endpoint, RequiresSession, WithinOrganization } from '../../core/http/index.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditPageDto, AuditPageQueryDto } from './audit.dto.js';

@ApiTags('Audit')
@WithinOrganization()
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly reader: AuditReaderService) {}

  @Get()
  @RequiresSession('audit:read')
  @Endpoint({
    id: 'listAuditEvents',
    summary: 'List audit events',
    description:
      'Returns what was changed, by whom, when and from where, newest first. Members see changes to their own account and, depending on their role, in their organizations. Administrators see all changes. Events are kept, up to about 100,000 of an account: beyond these, its oldest ones are removed if they are 90 days old, and an event says how many.',
    problems: ['factor_required', 'not_found', 'forbidden'],
  })
  list(@CurrentAccount() account: Account, @Query() query: AuditPageQueryDto): Promise<AuditPageDto> {
    return this.reader.list(account, query);
  }
}
