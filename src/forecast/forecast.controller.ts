import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHeldAlready, strongEtag, type Validators } from '../common/http/freshness.js';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import { Problem } from '../common/problems/problem.js';
import { RequiresApiKey } from '../usage/requires-api-key.decorator.js';
import { type RawBody } from './body-reader.js';
import { ForecastParameters } from './forecast-parameters.decorator.js';
import { parseForecastBody, parseForecastQuery } from './forecast-query.js';
import { ForecastRequestDto } from './forecast-request.dto.js';
import { ForecastDto } from './forecast-response.dto.js';
import { ForecastService, type ServedForecast } from './forecast.service.js';
import { type RawQuery } from './query-reader.js';

const JSON_TYPE = 'application/json; charset=utf-8';

@ApiTags('Weather')
@Controller('v1/weather')
export class ForecastController {
  constructor(private readonly forecasts: ForecastService) {}

  @Get('forecast')
  // Documents all causes of a 400 together, so it stands above the decorator that documents those of the key.
  @ApiProblems('ambiguous_api_key', 'invalid_parameter', 'forecast_unavailable')
  @RequiresApiKey('forecast:read')
  @ForecastParameters()
  @ApiOperation({ operationId: 'getForecast', summary: 'Forecast for a point' })
  @ApiOkResponse({ type: ForecastDto, description: 'The forecast.' })
  @ApiResponse({ status: 304, description: 'The caller holds this forecast already, by its conditions.' })
  forecast(
    @Query() query: RawQuery,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string | undefined {
    const now = new Date();
    const served = this.forecasts.forecast(parseForecastQuery(query, now), now);
    const validators = writeFreshness(reply, served);
    if (isHeldAlready(headers, validators)) {
      reply.status(304);
      return undefined;
    }
    reply.type(JSON_TYPE);
    return served.body;
  }

  @Post('forecast')
  @HttpCode(200)
  @ApiProblems(
    'ambiguous_api_key',
    'malformed_body',
    'invalid_parameter',
    'payload_too_large',
    'unsupported_media_type',
    'forecast_unavailable',
  )
  @RequiresApiKey('forecast:read')
  @ApiOperation({ operationId: 'postForecast', summary: 'Forecast for a point, asked for in a body' })
  @ApiBody({ type: ForecastRequestDto })
  @ApiOkResponse({ type: ForecastDto, description: 'The forecast.' })
  forecastOfBody(@Body() body: RawBody, @Res({ passthrough: true }) reply: FastifyReply): string {
    const now = new Date();
    const query = parseForecastBody(body, now);
    const served = withPointers(() => this.forecasts.forecast(query, now));
    writeFreshness(reply, served);
    reply.type(JSON_TYPE);
    return served.body;
  }
}

/** The faults that only the service finds go by the names of parameters, which are members of the body. */
function withPointers<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof Problem) || !error.options.errors) throw error;
    const errors = error.options.errors.map(({ parameter, detail }) => ({
      pointer: `/${parameter}`,
      detail,
    }));
    throw new Problem(error.code, { ...error.options, errors });
  }
}

function writeFreshness(reply: FastifyReply, served: ServedForecast): Validators {
  const { body, lastModified, maxAgeSeconds } = served;
  const etag = strongEtag(body);
  reply.headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'cache-control': `private, max-age=${maxAgeSeconds}`,
    vary: 'Accept-Encoding, apikey',
  });
  return { etag, lastModified };
}
