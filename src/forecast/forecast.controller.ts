import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import { RequiresApiKey } from '../usage/requires-api-key.decorator.js';
import { ForecastParameters } from './forecast-parameters.decorator.js';
import { parseForecastQuery } from './forecast-query.js';
import { ForecastDto } from './forecast-response.dto.js';
import { ForecastService } from './forecast.service.js';
import { type RawQuery } from './query-reader.js';

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
  forecast(@Query() query: RawQuery, @Res({ passthrough: true }) reply: FastifyReply): string {
    const now = new Date();
    const { body, maxAgeSeconds } = this.forecasts.forecast(parseForecastQuery(query, now), now);
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', `private, max-age=${maxAgeSeconds}`)
      .header('vary', 'apikey');
    return body;
  }
}
