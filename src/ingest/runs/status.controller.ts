import { createHash } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../core/config/index.js';
import {
  AllowAccess,
  ApiResponseHeaders,
  Budget,
  Endpoint,
  isHeldAlready,
  tooManyAttempts,
  WithinOrganization,
} from '../../core/http/index.js';
import { networkOf } from '../../core/network/index.js';
import { RunsService } from './runs.service.js';
import { StatusDto } from './status.dto.js';
import { StatusGuard } from './status.guard.js';

const REQUESTS_PER_MINUTE = 60;
const ETAG = { description: 'For `If-None-Match`.', required: true, example: '"4kz0vXbG2wqN"' };
const VARY = { description: 'Differs by session, unless everyone may see it.', example: 'Cookie' };

@ApiTags('Weather')
@WithinOrganization()
@Controller('v1/status')
export class StatusController {
  private readonly pace = new Budget(REQUESTS_PER_MINUTE);

  constructor(
    private readonly runs: RunsService,
    private readonly configuration: Configuration,
  ) {}

  @Get()
  @ApiResponseHeaders({ ETag: ETAG, Vary: VARY }, '200', '304')
  @AllowAccess('public-or-session', StatusGuard)
  @ApiCookieAuth('session')
  @Endpoint({
    id: 'getStatus',
    summary: 'Get the state of the models',
    description:
      'Returns the state of each model and its newest complete run, for the page `/status`. `STATUS_PAGE` says who may see it: with `members`, it requires a session. Can be cached for a minute. Each address can send 60 requests per minute.',
    problems: ['unauthenticated', { not_found: '`STATUS_PAGE` is `off`.' }],
  })
  @ApiOkResponse({ type: StatusDto, description: 'The models in use.' })
  @ApiResponse({ status: 304, description: 'The caller already has this state.' })
  get(
    @Req() { ip, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StatusDto | undefined {
    const address = networkOf(ip);
    if (!this.pace.take(address)) throw tooManyAttempts(this.pace.waitSeconds(address));
    const data = this.runs
      .models(new Date())
      .map(({ model, title, newestRun, nextRunExpectedAt, state }) => ({
        model,
        title,
        newestRun,
        nextRunExpectedAt,
        state,
      }));
    const etag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`;
    const sharing = this.configuration.statusPage === 'public' ? 'public' : 'private';
    reply.headers({
      etag: `W/${etag}`,
      'cache-control': `${sharing}, max-age=60`,
      ...(sharing === 'private' && { vary: 'Cookie' }),
    });
    if (!isHeldAlready({ 'if-none-match': headers['if-none-match'] }, { etag, lastModified: new Date() }))
      return { data };
    reply.status(304);
    return undefined;
  }
}
