import {
  applyDecorators,
  Body,
  Controller,
  Get,
  HttpCode,
  type OnModuleInit,
  Post,
  Req,
  Res,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FRESHNESS_HEADERS, RequestReader, isLong, sendInDialect } from '../../forecast/index.js';
import {
  type AcceptedCoding,
  ApiProblems,
  ApiResponseHeaders,
  CrossOrigin,
  FastPath,
  ReadsQuery,
  WritesProblemsAs,
} from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import { TomorrowIoBody, TomorrowIoParameters } from './request/tomorrow-io-parameters.decorator.js';
import type { Shape, TomorrowIoQuery } from './request/tomorrow-io-query.js';
import { TOMORROW_IO_LIMITS } from './tomorrow-io-limit-headers.js';
import { TOMORROW_IO_PROBLEMS } from './tomorrow-io-problems.js';
import { TomorrowIoForecastDto, TomorrowIoRealtimeDto, TomorrowIoTimelinesDto } from './tomorrow-io.dto.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Set on each server instance, since the readers and prices used in decorators have no access to injected services.
     */
    tomorrowIo: TomorrowIoService;
  }
}

const MEDIA_TYPE = 'application/json; charset=utf-8';
const COST =
  'Unknown parameters are ignored. Hours that no model covers are null. Costs one unit per 10,000 values, rounded up.';

const byQuery = (shape: Shape) =>
  new RequestReader({
    parse: (request, nowMs) => request.server.tomorrowIo.parseQuery(shape, request, nowMs),
    place: { parameter: 'timesteps' },
  });
const BY_QUERY = {
  forecast: byQuery('forecast'),
  realtime: byQuery('realtime'),
  timelines: byQuery('timelines'),
};
const BY_BODY = new RequestReader({
  parse: (request, nowMs) => request.server.tomorrowIo.parseBody(request, nowMs),
  place: { pointer: '/timesteps' },
});
type Reader = RequestReader<TomorrowIoQuery>;

/** Decorators of all routes. @param type of the response */
const Answers = (reader: Reader, type: Type) =>
  applyDecorators(
    FastPath(),
    CrossOrigin(),
    WritesProblemsAs(TOMORROW_IO_PROBLEMS),
    ApiProblems('ambiguous_api_key', 'invalid_parameter', 'overloaded'),
    RequiresApiKey('forecast:read', reader.price, TOMORROW_IO_LIMITS),
    ApiOkResponse({ type, description: 'The weather.' }),
  );

/** Like `Answers`, for GET routes, whose responses caches may revalidate. */
const AnswersQuery = (shape: Shape, type: Type) =>
  applyDecorators(
    Answers(BY_QUERY[shape], type),
    TomorrowIoParameters(shape),
    ReadsQuery(),
    ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304'),
    ApiResponse({ status: 304, description: 'You already have this response.' }),
  );

@ApiTags('Compatible APIs')
@Controller('v4')
export class TomorrowIoController implements OnModuleInit {
  constructor(
    private readonly service: TomorrowIoService,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.adapterHost.httpAdapter.getInstance<FastifyInstance>().decorate('tomorrowIo', this.service);
  }

  @Get('weather/forecast')
  @AnswersQuery('forecast', TomorrowIoForecastDto)
  @ApiOperation({
    operationId: 'getTomorrowIoForecast',
    summary: "Get a forecast as Tomorrow.io's API has it",
    description: `Returns what \`/v4/weather/forecast\` of Tomorrow.io's API returns, from this service's models. ${COST}`,
  })
  async forecast(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(BY_QUERY.forecast, request, reply);
  }

  @Get('weather/realtime')
  @AnswersQuery('realtime', TomorrowIoRealtimeDto)
  @ApiOperation({
    operationId: 'getTomorrowIoRealtime',
    summary: "Get the current weather as Tomorrow.io's API has it",
    description: `Returns what \`/v4/weather/realtime\` of Tomorrow.io's API returns: the forecast for the current minute. ${COST}`,
  })
  async realtime(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(BY_QUERY.realtime, request, reply);
  }

  @Get('timelines')
  @AnswersQuery('timelines', TomorrowIoTimelinesDto)
  @ApiOperation({
    operationId: 'getTomorrowIoTimelines',
    summary: "Get timelines as Tomorrow.io's API has them",
    description: `Returns what \`/v4/timelines\` of Tomorrow.io's API returns, from this service's models. ${COST}`,
  })
  async timelines(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(BY_QUERY.timelines, request, reply);
  }

  @Post('timelines')
  @HttpCode(200)
  @Answers(BY_BODY, TomorrowIoTimelinesDto)
  @TomorrowIoBody()
  @ReadsQuery()
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200')
  @ApiOperation({
    operationId: 'postTomorrowIoTimelines',
    summary: "Get timelines as Tomorrow.io's API has them, with a JSON body",
    description: 'Takes the parameters of the GET request as a JSON object, and returns the same response.',
  })
  async timelinesOfBody(
    @Body() _body: object,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(BY_BODY, request, reply);
  }

  private async send(reader: Reader, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { query, nowMs } = reader.read(request);
    const { latitude, longitude } = query.location;
    request.meteredPoint = { lat: latitude, lon: longitude };
    const answer = {
      mediaType: MEDIA_TYPE,
      isLong: isLong(query),
      whole: (accepted: AcceptedCoding) => this.service.answer(query, accepted, nowMs),
      long: (accepted: AcceptedCoding, clientId: string) =>
        this.service.longAnswer(query, accepted, clientId, nowMs),
    };
    await sendInDialect(request, reply, answer, nowMs);
  }
}
