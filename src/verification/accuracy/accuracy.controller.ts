import { Controller, Get, Header, Headers, Query, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiExtraModels,
  ApiOkResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequiredScope } from '../../api-keys/index.js';
import {
  AllowAccess,
  Budget,
  Compressed,
  CrossOrigin,
  Endpoint,
  TakesAccountToken,
  preferredType,
  tooManyAttempts,
  WithinOrganization,
} from '../../core/http/index.js';
import { networkOf } from '../../core/network/index.js';
import { OWN_LIMIT_HEADERS, TellsLimitsAs } from '../../usage/index.js';
import { AccuracyDto, AccuracyQueryDto } from './accuracy.dto.js';
import { AccuracyGuard } from './accuracy.guard.js';
import { AccuracyService } from './accuracy.service.js';

const REQUESTS_PER_MINUTE = 60;
const COLUMNS = [
  ...['source', 'truth', 'leadFrom', 'leadTo', 'hour', 'cases', 'days', 'bias', 'mae', 'rmse', 'vectorRmse'],
  ...['brier', 'coverage', 'crps', 'low', 'high'],
];
const CSV_EXAMPLE =
  'source,truth,leadFrom,leadTo,hour,cases,days,bias,mae,rmse,vectorRmse,brier,coverage,crps,low,high\r\nauto,stations,24,48,,2160,30,-0.2,1.4,1.9,,,,,1.3,1.6\r\n';

@ApiTags('Weather')
@ApiExtraModels(AccuracyDto)
@Controller('v1/weather/accuracy')
export class AccuracyController {
  private readonly pace = new Budget(REQUESTS_PER_MINUTE);

  constructor(private readonly accuracy: AccuracyService) {}

  @CrossOrigin()
  @Compressed()
  @Get()
  @Header('cache-control', 'private, max-age=600')
  @Header('vary', 'Accept')
  @TakesAccountToken('usage:read')
  @AllowAccess('public-or-session', AccuracyGuard)
  @WithinOrganization()
  @RequiredScope('forecast:read')
  @ApiCookieAuth('session')
  @ApiSecurity('apiKeyHeader')
  @ApiSecurity('apiKeyQuery')
  @ApiBearerAuth('accessToken')
  @TellsLimitsAs(OWN_LIMIT_HEADERS)
  @Endpoint({
    id: 'getAccuracy',
    summary: 'Get the accuracy of forecasts',
    description:
      'Returns how far recent forecasts were from what stations or later runs say: those of this service, each model, persistence (the last full day repeated) and long-term averages. Errors are forecast minus observation, over the same cases for every source of a lead time. With an API key, it counts as a request and costs no units. Each address can send 60 requests per minute.',
    problems: [
      'ambiguous_api_key',
      'missing_api_key',
      'invalid_api_key',
      'revoked_api_key',
      'expired_api_key',
      'ambiguous_credentials',
      'invalid_token',
      'insufficient_scope',
      'forbidden',
      'client_disabled',
      'account_disabled',
      'invalid_parameter',
      { not_found: '`ACCURACY` is `off`.' },
      'service_unavailable',
    ],
  })
  @ApiOkResponse({
    description: 'The scores as JSON, or as CSV if `Accept` prefers `text/csv`.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(AccuracyDto) } },
      'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE },
    },
  })
  async get(
    @Query() query: AccuracyQueryDto,
    @Headers('accept') accept: string | undefined,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccuracyDto | string> {
    const address = networkOf(ip);
    if (!this.pace.take(address)) throw tooManyAttempts(this.pace.waitSeconds(address));
    const answer = await this.accuracy.answer(query, new Date());
    if (preferredType(accept, ['application/json', 'text/csv']) === 'application/json') return answer;
    reply.type('text/csv; charset=utf-8');
    return csvOf(answer);
  }
}

function csvOf({ data }: AccuracyDto): string {
  const rows = data.map(({ leadHours, interval, ...row }) => ({
    ...row,
    leadFrom: leadHours.from,
    leadTo: leadHours.to,
    ...interval,
  }));
  return stringify(rows, { header: true, columns: COLUMNS, record_delimiter: 'windows' });
}
