import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AcceptedCoding,
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
  FastPath,
  ReadsQuery,
  VARY_HEADER,
} from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import { JSON_FORMAT } from '../answer/json-formats.js';
import { ForecastParameters } from '../request/forecast-parameters.decorator.js';
import { CURRENT_PARAMETERS } from '../request/parameters.js';
import { sendInDialect } from '../serving/dialect-reply.js';
import { CurrentConditionsDto } from './current.dto.js';
import { CurrentPrice } from './current.price.js';
import { CurrentService } from './current.service.js';

const FRESHNESS_HEADERS = {
  ETag: {
    description:
      'For `If-None-Match`. Changes every minute, and with each report. Absent while the height of the ground is pending.',
    example: '"4kz0vXbG2wqN"',
  },
  'Last-Modified': {
    description:
      'When the current minute started, or a later report was received. Absent while the height of the ground is pending.',
    example: 'Sat, 21 Nov 2026 05:03:12 GMT',
  },
  Vary: VARY_HEADER,
};

@ApiTags('Weather')
@Controller('v1/weather')
export class CurrentController {
  constructor(
    private readonly current: CurrentService,
    private readonly price: CurrentPrice,
  ) {}

  @FastPath()
  @CrossOrigin()
  @Get('current')
  @RequiresApiKey('forecast:read', CurrentPrice)
  @ForecastParameters(CURRENT_PARAMETERS)
  @Endpoint({
    id: 'getCurrentConditions',
    summary: 'Get current conditions',
    description:
      "Returns the weather at a location now: the report of the nearest station, carried over to the location and the current minute by the model, and the model's values for the rest. `meta.values` says which is which. Costs one unit.",
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiOkResponse({ type: CurrentConditionsDto, description: 'The current conditions.' })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  @ApiResponse({ status: 304, description: 'You already have these conditions.' })
  @ReadsQuery()
  async conditions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { query, nowMs } = this.price.read(request);
    request.meteredPoint = { lat: query.latitude, lon: query.longitude };
    await this.current.awaitGround(query, request.principal?.keyId ?? '');
    const whole = (accepted: AcceptedCoding) => this.current.answer(query, accepted, nowMs);
    await sendInDialect(request, reply, { mediaType: JSON_FORMAT.mediaType, whole }, nowMs);
  }
}
