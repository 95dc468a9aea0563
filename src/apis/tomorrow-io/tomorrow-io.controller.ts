import { applyDecorators, Body, Controller, Get, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FRESHNESS_HEADERS, type PricedRequest, isLong, sendInDialect } from '../../forecast/index.js';
import {
  type AcceptedCoding,
  ApiProblems,
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
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
import { ForecastPrice, RealtimePrice, TimelinesBodyPrice, TimelinesPrice } from './tomorrow-io.prices.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

const MEDIA_TYPE = 'application/json; charset=utf-8';
const COST =
  'Unknown parameters are ignored. Hours that no model covers are null. Costs one unit per 10,000 values, rounded up.';

type Price = PricedRequest<TomorrowIoQuery>;

/** Decorators of all routes. @param type of the response */
const Answers = (price: Type<Price>, type: Type) =>
  applyDecorators(
    FastPath(),
    CrossOrigin(),
    WritesProblemsAs(TOMORROW_IO_PROBLEMS),
    ApiProblems('overloaded'),
    RequiresApiKey('forecast:read', price, TOMORROW_IO_LIMITS),
    ApiOkResponse({ type, description: 'The weather.' }),
  );

/** Like `Answers`, for GET routes, whose responses caches may revalidate. */
const AnswersQuery = (shape: Shape, price: Type<Price>, type: Type) =>
  applyDecorators(
    Answers(price, type),
    TomorrowIoParameters(shape),
    ReadsQuery(),
    ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304'),
    ApiResponse({ status: 304, description: 'You already have this response.' }),
  );

@ApiTags('Compatible APIs')
@Controller('v4')
export class TomorrowIoController {
  constructor(
    private readonly service: TomorrowIoService,
    private readonly ofForecast: ForecastPrice,
    private readonly ofRealtime: RealtimePrice,
    private readonly ofTimelines: TimelinesPrice,
    private readonly ofBody: TimelinesBodyPrice,
  ) {}

  @Get('weather/forecast')
  @AnswersQuery('forecast', ForecastPrice, TomorrowIoForecastDto)
  @Endpoint({
    id: 'getTomorrowIoForecast',
    summary: "Get a forecast as Tomorrow.io's API has it",
    description: `Returns what \`/v4/weather/forecast\` of Tomorrow.io's API returns, from this service's models. ${COST}`,
  })
  async forecast(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(this.ofForecast, request, reply);
  }

  @Get('weather/realtime')
  @AnswersQuery('realtime', RealtimePrice, TomorrowIoRealtimeDto)
  @Endpoint({
    id: 'getTomorrowIoRealtime',
    summary: "Get the current weather as Tomorrow.io's API has it",
    description: `Returns what \`/v4/weather/realtime\` of Tomorrow.io's API returns: the current conditions, from the nearest station's report and the forecast, as in \`GET /v1/weather/current\`. ${COST}`,
  })
  async realtime(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(this.ofRealtime, request, reply);
  }

  @Get('timelines')
  @AnswersQuery('timelines', TimelinesPrice, TomorrowIoTimelinesDto)
  @Endpoint({
    id: 'getTomorrowIoTimelines',
    summary: "Get timelines as Tomorrow.io's API has them",
    description: `Returns what \`/v4/timelines\` of Tomorrow.io's API returns, from this service's models. ${COST}`,
  })
  async timelines(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(this.ofTimelines, request, reply);
  }

  @Post('timelines')
  @HttpCode(200)
  @Answers(TimelinesBodyPrice, TomorrowIoTimelinesDto)
  @TomorrowIoBody()
  @ReadsQuery()
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200')
  @Endpoint({
    id: 'postTomorrowIoTimelines',
    summary: "Get timelines as Tomorrow.io's API has them, with a JSON body",
    description: 'Takes the parameters of the GET request as a JSON object, and returns the same response.',
  })
  async timelinesOfBody(
    @Body() _body: object,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(this.ofBody, request, reply);
  }

  private async send(price: Price, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { query, nowMs } = price.read(request);
    const { latitude, longitude } = query.location;
    request.meteredPoint = { lat: latitude, lon: longitude };
    const answer = {
      mediaType: MEDIA_TYPE,
      isPending: !(await this.service.awaitGround(query, request.principal?.keyId ?? '')),
      whole: (accepted: AcceptedCoding) => this.service.answer(query, accepted, nowMs),
      long:
        isLong(query) &&
        ((accepted: AcceptedCoding, clientId: string) =>
          this.service.longAnswer(query, accepted, clientId, nowMs)),
    };
    await sendInDialect(request, reply, answer, nowMs);
  }
}
