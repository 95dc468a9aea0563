import type { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import { documentedContent } from './answer/documented-content.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Awaitable, andThen } from '../core/common/index.js';
import {
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
  FastPath,
  Problem,
  ReadsQuery,
  VARY_HEADER,
} from '../core/http/index.js';
import { type MeteredPoint, RequiresApiKey } from '../usage/index.js';
import { ForecastBatchRequestDto } from './request/batch-request.dto.js';
import { ForecastBatchDto } from './answer/batch-response.dto.js';
import { type RawBody } from './request/body-reader.js';
import { ForecastParameters } from './request/forecast-parameters.decorator.js';
import { ForecastRequestDto } from './request/forecast-request.dto.js';
import { ForecastDto } from './answer/forecast-response.dto.js';
import { BatchPrice, BodyPrice, ForecastPrice } from './forecast.prices.js';
import { ForecastService } from './forecast.service.js';
import { acceptedForm } from './answer/answer-formats.js';
import { JSON_FORMAT } from './answer/json-formats.js';
import { type ForecastQuery } from './request/forecast-query.js';
import { type AcceptedForm, type AnswerFormat } from './serving/answer-format.js';
import { type BatchAnswer } from './serving/batch-answer.js';
import { isLong, type KeyedQuery } from './request/keyed-query.js';
import {
  type AnswerHead,
  cacheControl,
  freshnessOf,
  isHeld,
  type ServedAnswer,
  type StreamedAnswer,
} from './serving/served-answer.js';

const VARY = 'Accept-Encoding, apikey';
const FRESHNESS_HEADERS = {
  ETag: {
    description:
      'For `If-None-Match`. Changes whenever the response changes. Absent while the height of the ground is pending.',
    example: '"4kz0vXbG2wqN"',
  },
  'Last-Modified': {
    description:
      'When the run was published or, without `startTime`, when the current hour started if that is later. Absent while the height of the ground is pending.',
    example: 'Sat, 21 Nov 2026 05:03:12 GMT',
  },
  Vary: VARY_HEADER,
};

const FORECAST_CONTENT = documentedContent(ForecastDto, 'Feature');
const BATCH_CONTENT = documentedContent(ForecastBatchDto, 'FeatureCollection');

@ApiTags('Weather')
@ApiExtraModels(ForecastDto, ForecastBatchDto)
@Controller('v1/weather')
export class ForecastController {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly byQuery: ForecastPrice,
    private readonly byBody: BodyPrice,
    private readonly ofBatch: BatchPrice,
  ) {}

  @FastPath()
  @CrossOrigin()
  @Get('forecast')
  @RequiresApiKey('forecast:read', ForecastPrice)
  @ForecastParameters()
  @Endpoint({
    id: 'getForecast',
    summary: 'Get a forecast',
    description:
      'Returns the hourly, minutely or daily forecast for a location. By default it combines the newest runs of all models that cover the location and the time. If there is none, you get long-term averages, and `meta` says so. A request costs one unit per 10,000 values, rounded up.',
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiOkResponse({
    description: 'The forecast, in the format that `Accept` prefers.',
    content: FORECAST_CONTENT,
  })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  @ApiResponse({ status: 304, description: 'You already have this forecast.' })
  @ReadsQuery()
  async forecast(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { headers } = request;
    const { query: asked, nowMs } = this.byQuery.read(request);
    request.meteredPoint = pointOf(asked);
    const form = formOf(request, asked.query);
    const answer = await this.answer(asked, form, request, nowMs);
    if (isHeld(headers, answer)) sendNotModified(reply, answer, form, nowMs);
    else sendAnswer(reply, answer, form, nowMs);
  }

  @FastPath()
  @CrossOrigin()
  @Post('forecast')
  @HttpCode(200)
  @RequiresApiKey('forecast:read', BodyPrice)
  @Endpoint({
    id: 'postForecast',
    summary: 'Get a forecast with a JSON body',
    description:
      'Takes the same parameters as `GET /v1/weather/forecast` as a JSON object, and returns the same response.',
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiBody({ type: ForecastRequestDto })
  @ApiOkResponse({
    description: 'The forecast, in the format that `Accept` prefers.',
    content: FORECAST_CONTENT,
  })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  async forecastOfBody(
    @Body() _body: RawBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { query: asked, nowMs } = this.byBody.read(request);
    request.meteredPoint = pointOf(asked);
    await withPointers(async () => {
      const form = formOf(request, asked.query);
      sendAnswer(reply, await this.answer(asked, form, request, nowMs), form, nowMs);
    });
  }

  @FastPath()
  @CrossOrigin()
  @Post('forecasts')
  @HttpCode(200)
  @RequiresApiKey('forecast:batch', BatchPrice)
  @Endpoint({
    id: 'postForecasts',
    summary: 'Get forecasts for up to 100 locations',
    description:
      'Returns forecasts for a batch of locations, all from the same model runs. The key needs the scope `forecast:batch`. A batch costs one unit of the hour and day limits per ' +
      '10,000 values, rounded up, and at least one per location. It counts as one request toward the second and minute limits.',
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiBody({ type: ForecastBatchRequestDto })
  @ApiOkResponse({
    description: 'The forecasts, in the order of the locations and the format that `Accept` prefers.',
    content: BATCH_CONTENT,
  })
  @ApiResponseHeaders({ Vary: VARY_HEADER }, '200')
  async forecastsOfBody(
    @Body() _body: RawBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { query: asked, nowMs } = this.ofBatch.read(request);
    await withPointers(async () => {
      const form = formOf(request, asked.points[0].query);
      await this.forecasts.awaitGround(
        asked.points.map(({ query }) => query),
        keyOf(request),
      );
      const answer: BatchAnswer<Buffer | Readable> = await (isLong(asked)
        ? this.forecasts.batches.stream(asked, form, clientOf(request), nowMs)
        : this.forecasts.batches.answer(asked, form, nowMs));
      reply.header('cache-control', cacheControl(answer.shortest, nowMs));
      reply.header('vary', varyOf(form.format, request));
      sendBytes(reply, answer, form.format);
    });
  }

  private answer(
    asked: KeyedQuery,
    form: AcceptedForm,
    request: FastifyRequest,
    nowMs: number,
  ): Awaitable<ServedAnswer | StreamedAnswer> {
    return andThen(
      this.forecasts.awaitGround([asked.query], keyOf(request)),
      (): Awaitable<ServedAnswer | StreamedAnswer> =>
        isLong(asked)
          ? this.forecasts.longForecast(asked, form, clientOf(request), nowMs)
          : this.forecasts.forecast(asked, form, nowMs),
    );
  }
}

/**
 * Negotiates the format and coding of the response.
 * @throws Problem invalid_parameter if the format cannot hold the requested timelines
 */
function formOf({ headers }: FastifyRequest, { timelines }: ForecastQuery): AcceptedForm {
  const form = acceptedForm(headers.accept, headers['accept-encoding']);
  const { format } = form;
  if (format.holdsOneTimeline && timelines.length > 1) {
    const detail = `A response as ${format.mediaType.split(';')[0]} holds one timeline; "timelines" names ${timelines.length}.`;
    throw new Problem('invalid_parameter', { errors: [{ parameter: 'timelines', detail }] });
  }
  return form;
}

/** Empty if the route requires no key. */
function clientOf({ principal }: FastifyRequest): string {
  return principal?.clientId ?? '';
}

/** Empty if the route requires no key. */
function keyOf({ principal }: FastifyRequest): string {
  return principal?.keyId ?? '';
}

function pointOf({ query }: KeyedQuery): MeteredPoint {
  return { lat: query.latitude, lon: query.longitude };
}

/** Turns parameter names in faults found by the service into pointers to the members of the body. */
async function withPointers<T>(answer: () => Awaitable<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Problem) || !error.options.errors) throw error;
    const errors = error.options.errors.map(({ parameter, detail }) => ({
      pointer: `/${parameter}`,
      detail,
    }));
    throw new Problem(error.code, { ...error.options, errors });
  }
}

function sendAnswer(
  reply: FastifyReply,
  answer: ServedAnswer | StreamedAnswer,
  { format }: AcceptedForm,
  nowMs: number,
): void {
  writeFreshness(reply, answer, format, nowMs);
  sendBytes(reply, answer, format);
}

function sendBytes(
  reply: FastifyReply,
  { body, coding }: Pick<ServedAnswer | StreamedAnswer, 'body' | 'coding'>,
  { mediaType }: AnswerFormat,
): void {
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.header('content-type', mediaType).send(body);
}

/**
 * Leaves out `Accept` for the default format, which clients that name no format get whatever else they accept. Lists
 * `Authorization` only if the request has one.
 */
function varyOf(format: AnswerFormat, { headers }: FastifyRequest): string {
  const vary = headers.authorization === undefined ? VARY : `${VARY}, Authorization`;
  return format === JSON_FORMAT ? vary : `${vary}, Accept`;
}

function sendNotModified(
  reply: FastifyReply,
  answer: ServedAnswer | StreamedAnswer,
  { format }: AcceptedForm,
  nowMs: number,
): void {
  if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
  writeFreshness(reply, answer, format, nowMs);
  reply.status(304).send();
}

function writeFreshness(reply: FastifyReply, answer: AnswerHead, format: AnswerFormat, nowMs: number): void {
  reply.headers(freshnessOf(answer, nowMs));
  reply.header('vary', varyOf(format, reply.request));
}
