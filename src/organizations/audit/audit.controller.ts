import { Controller, Get, Header, Headers, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Account, CurrentAccount } from '../../accounts/index.js';
import {
  ApiResponseHeaders,
  Compressed,
  Endpoint,
  preferredType,
  RequestPaceService,
  RequiresSession,
  WithinOrganization,
} from '../../core/http/index.js';
import { AuditReaderService } from './audit-reader.service.js';
import { auditCsv } from './audit-csv.js';
import { AuditPageDto, AuditPageQueryDto } from './audit.dto.js';

/** The newest ones; a filter by time reaches others. */
const MOST_IN_CSV = 10_000;

const CSV_EXAMPLE =
  'time,action,title,actor,actor_id,address,target,target_id,organization_id,client_id,request_id,details\r\n2026-11-21T05:03:12Z,client.created,Client created,Ada Lovelace,acc_01KAHVZ6D4Q3T5B9XG7M2N8RWC,192.0.2.7,Weather station,cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC,,cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC,the-request,"{""name"":""Weather station""}"\r\n';

const CSV_NAME = { description: 'For CSV: the file name.', example: 'attachment; filename="audit.csv"' };

@ApiTags('Audit')
@ApiExtraModels(AuditPageDto)
@WithinOrganization()
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly reader: AuditReaderService,
    private readonly pace: RequestPaceService,
  ) {}

  @Get()
  @Compressed()
  @ApiResponseHeaders({ 'Content-Disposition': CSV_NAME }, '200')
  @Header('vary', 'Accept')
  @RequiresSession('audit:read')
  @Endpoint({
    id: 'listAuditEvents',
    summary: 'List audit events',
    description:
      'Returns what was changed, by whom, when and from where, newest first. Members see changes to their own account and, depending on their role, in their organizations. Administrators see all changes. Events are kept, up to about 100,000 of an account: beyond these, its oldest ones are removed if they are 90 days old, and an event says how many. As CSV, the newest 10,000 are returned, whatever `limit` is.',
    problems: ['factor_required', 'not_found', 'forbidden'],
  })
  @ApiOkResponse({
    description: 'The events as JSON, or as CSV if `Accept` prefers `text/csv`.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(AuditPageDto) } },
      'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE },
    },
  })
  async list(
    @CurrentAccount() account: Account,
    @Query() query: AuditPageQueryDto,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditPageDto | Buffer> {
    if (preferredType(accept, ['application/json', 'text/csv']) === 'application/json')
      return this.reader.list(account, query);
    const { data } = await this.reader.list(account, { ...query, limit: MOST_IN_CSV });
    const csv = Buffer.from(auditCsv(data));
    this.pace.chargeFor(account.id, csv);
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
    return csv;
  }
}
