import { Controller, Get, Header, Headers, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, type ManagementCaller, RequiresSessionOrClient } from '../../clients/index.js';
import {
  ApiResponseHeaders,
  Compressed,
  Endpoint,
  IdParam,
  RequestPaceService,
  type ResponseHeader,
  preferredType,
} from '../../core/http/index.js';
import { LoggedRequestDto, RequestLogPageDto, RequestLogQueryDto } from './logged-request.dto.js';
import { QuotaDto } from './quota.dto.js';
import { QuotaService } from './quota.service.js';
import { ReportScopeService } from './report-scope.service.js';
import { RequestLogService } from './request-log.service.js';
import { csvReportWriter, jsonReportWriter } from './report-writer.js';
import { QuotaQueryDto, UsageQueryDto } from './usage-query.dto.js';
import { UsageReportDto } from './usage-report.dto.js';
import { UsageReportService } from './usage-report.service.js';

const CSV_EXAMPLE =
  'start,interval,requests,units,errors,throttled,bytes,p50_ms,p95_ms,p99_ms\r\n2026-11-20T00:00:00Z,day,1204,1180,24,20,9871234,3.1,9.4,21.6\r\n';

const CSV_NAME: ResponseHeader = {
  description: 'For CSV: the file name.',
  example: 'attachment; filename="usage.csv"',
};

@ApiTags('Usage')
@ApiExtraModels(UsageReportDto)
@Controller('v1/usage')
export class UsageController {
  constructor(
    private readonly scopes: ReportScopeService,
    private readonly reports: UsageReportService,
    private readonly quotas: QuotaService,
    private readonly requestLog: RequestLogService,
    private readonly pace: RequestPaceService,
  ) {}

  @Get()
  @Compressed()
  @ApiResponseHeaders({ 'Content-Disposition': CSV_NAME }, '200')
  @Header('vary', 'Accept')
  @RequiresSessionOrClient('usage:read')
  @Endpoint({
    id: 'getUsage',
    summary: 'Get usage over time',
    description:
      'Returns requests, units, errors and latencies in buckets of a minute, an hour or a day, as JSON or CSV. Buckets without requests are included, so you can chart the response as it is. Usage appears within 2 seconds.',
    problems: ['factor_required', 'not_found'],
  })
  @ApiOkResponse({
    description: 'The usage as JSON, or as CSV if `Accept` prefers `text/csv`.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(UsageReportDto) } },
      'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE },
    },
  })
  async usage(
    @CurrentCaller() caller: ManagementCaller,
    @Query() query: UsageQueryDto,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const scope = await this.scopes.resolve(caller, query);
    const isCsv = preferredType(accept, ['application/json', 'text/csv']) === 'text/csv';
    const report = await this.reports.write(scope, query, isCsv ? csvReportWriter() : jsonReportWriter());
    this.pace.chargeFor(caller.account.id, report);
    reply.type(isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
    if (isCsv) reply.header('content-disposition', 'attachment; filename="usage.csv"');
    return report;
  }

  @Get('quota')
  @RequiresSessionOrClient('usage:read')
  @Endpoint({
    id: 'getQuota',
    summary: "Get a client's remaining quota",
    description:
      "Returns the limit, the remaining quota and the reset time of each window that is set. Reading the quota doesn't use any of it.",
    problems: ['factor_required', 'not_found'],
  })
  quota(@CurrentCaller() caller: ManagementCaller, @Query() { client_id }: QuotaQueryDto): Promise<QuotaDto> {
    return this.quotas.read(caller, client_id);
  }

  @Get('requests')
  @Compressed()
  @RequiresSessionOrClient('usage:read')
  @Endpoint({
    id: 'listRequests',
    summary: 'List recent requests',
    description:
      'Returns recent requests of a client, newest first, for 7 days by default, with the code and detail of an error. The log keeps, per client and second, at most 50 responses with a status below 400, 50 with 4xx and 50 with 5xx, and in total at most 100,000 of a client and 1,000,000 of all clients: `dropped` counts the others. Coordinates are rounded to 0.1°.',
    problems: ['factor_required', 'not_found'],
  })
  async requests(
    @CurrentCaller() caller: ManagementCaller,
    @Query() query: RequestLogQueryDto,
  ): Promise<RequestLogPageDto> {
    return this.requestLog.page(await this.scopes.resolve(caller, query), query);
  }

  @Get('requests/:loggedRequestId')
  @RequiresSessionOrClient('usage:read')
  @Endpoint({
    id: 'getRequest',
    summary: 'Get a recent request',
    description: 'Returns one entry of the request log: the outcome of the request, and the reason.',
    problems: ['factor_required'],
  })
  async request(
    @CurrentCaller() caller: ManagementCaller,
    @IdParam('loggedRequestId', 'req') loggedRequestId: string,
  ): Promise<LoggedRequestDto> {
    return this.requestLog.entry(await this.scopes.resolve(caller, {}), loggedRequestId);
  }
}
