import { EntityManager } from '@mikro-orm/postgresql';
import { Body, Controller, Get, Logger, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Account,
  CurrentAccount,
  CurrentOrganization,
  Organization,
  type Page,
  PageQueryDto,
  RequiresSession,
  RequiresSessionOrClient,
  WithinOrganization,
  newId,
  readPage,
} from 'weather-forecast-service';
import { CreateTideGaugeDto, TideGaugeDto, TideGaugePageDto, toTideGaugeDto } from './tide-gauge.dto.js';
import { TideGauge } from './tide-gauge.entity.js';

@ApiTags('Tides')
@Controller('v1/tide-gauges')
export class TideGaugesController {
  private readonly logger = new Logger(TideGaugesController.name);

  constructor(private readonly entityManager: EntityManager) {}

  @Post()
  @RequiresSession()
  @WithinOrganization('tides:manage')
  @ApiOperation({ operationId: 'addTideGauge', summary: 'Add a tide gauge' })
  @ApiCreatedResponse({ type: TideGaugeDto })
  async add(
    @CurrentAccount() account: Account,
    @CurrentOrganization() organization: Organization,
    @Body() { name }: CreateTideGaugeDto,
  ): Promise<TideGaugeDto> {
    const ids = { id: newId('tdg'), organizationId: organization.id, accountId: account.id };
    const gauge = this.entityManager.create(TideGauge, { ...ids, name }, { persist: true });
    await this.entityManager.flush();
    this.logger.log('A tide gauge was added', { id: gauge.id, organization: organization.title() });
    return toTideGaugeDto(gauge);
  }

  @Get()
  @RequiresSessionOrClient('tides:read')
  @WithinOrganization('tides:read')
  @ApiOperation({ operationId: 'listTideGauges', summary: 'List tide gauges' })
  @ApiOkResponse({ type: TideGaugePageDto })
  list(
    @CurrentOrganization() { id: organizationId }: Organization,
    @Query() page: PageQueryDto,
  ): Promise<Page<TideGaugeDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        TideGauge,
        { organizationId, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'tdg', find, toTideGaugeDto);
  }
}
