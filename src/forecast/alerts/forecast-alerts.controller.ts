import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  RequiresSession,
  WithinOrganization,
} from '../../core/http/index.js';
import { ForecastAlertDto, ForecastAlertPageDto, toForecastAlertDto } from './forecast-alert.dto.js';
import {
  CreateForecastAlertDto,
  ForecastAlertPageQueryDto,
  UpdateForecastAlertDto,
} from './forecast-alert-input.dto.js';
import { ForecastAlertsService } from './forecast-alerts.service.js';

const CHANGE_PROBLEMS = [
  'not_found',
  { forbidden: "Your role in the organization, viewer, doesn't allow this." },
] as const;

@ApiTags('Forecast alerts')
@WithinOrganization()
@Controller('v1/alerts')
export class ForecastAlertsController {
  constructor(private readonly alerts: ForecastAlertsService) {}

  @Post()
  @RequiresSession('forecast-alerts:manage')
  @Endpoint({
    id: 'createForecastAlert',
    summary: 'Create a forecast alert',
    description:
      'Creates an alert. The forecast for its location is evaluated after each model run, and the event `forecast.alert` is sent when the condition starts or ends.',
    problems: [...CHANGE_PROBLEMS, { conflict: 'An organization can have 200 alerts.' }],
  })
  async create(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @Body() body: CreateForecastAlertDto,
  ): Promise<ForecastAlertDto> {
    return toForecastAlertDto(await this.alerts.create(account, body, actor));
  }

  @Get()
  @RequiresSession('forecast-alerts:read')
  @Endpoint({
    id: 'listForecastAlerts',
    summary: 'List forecast alerts',
    description: 'Returns the alerts of your organizations, newest first.',
    problems: ['not_found'],
  })
  list(
    @CurrentAccount() account: Account,
    @Query() page: ForecastAlertPageQueryDto,
  ): Promise<ForecastAlertPageDto> {
    return this.alerts.list(account, page);
  }

  @Get(':alertId')
  @RequiresSession('forecast-alerts:read')
  @Endpoint({
    id: 'getForecastAlert',
    summary: 'Get a forecast alert',
    description: 'Returns an alert with its state and its last evaluation.',
  })
  async get(
    @CurrentAccount() account: Account,
    @IdParam('alertId', 'fal') alertId: string,
  ): Promise<ForecastAlertDto> {
    return toForecastAlertDto(await this.alerts.find(account, alertId));
  }

  @Patch(':alertId')
  @RequiresSession('forecast-alerts:manage')
  @Endpoint({
    id: 'updateForecastAlert',
    summary: 'Update a forecast alert',
    description:
      "Changes an alert. Properties that you leave out don't change. Unless only the name changes, the alert is `pending` until it is evaluated again.",
    problems: [...CHANGE_PROBLEMS],
  })
  async update(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('alertId', 'fal') alertId: string,
    @Body() body: UpdateForecastAlertDto,
  ): Promise<ForecastAlertDto> {
    return toForecastAlertDto(await this.alerts.update(account, alertId, body, actor));
  }

  @Delete(':alertId')
  @HttpCode(204)
  @RequiresSession('forecast-alerts:manage')
  @Endpoint({
    id: 'deleteForecastAlert',
    summary: 'Delete a forecast alert',
    description: 'Deletes an alert. If it is raised, the event `forecast.alert` says that it cleared.',
    problems: [{ forbidden: "Your role in the organization, viewer, doesn't allow this." }],
  })
  delete(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('alertId', 'fal') alertId: string,
  ): Promise<void> {
    return this.alerts.delete(account, alertId, actor);
  }
}
