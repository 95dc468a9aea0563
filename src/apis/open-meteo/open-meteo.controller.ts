import type { Server } from 'node:http';
import { Body, Controller, Get, HttpCode, type OnModuleInit, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FRESHNESS_HEADERS, sendInDialect } from '../../forecast/index.js';
import { Configuration } from '../../core/config/index.js';
import {
  type AcceptedCoding,
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
  FastPath,
  ReadsQuery,
  TakesForm,
  WritesProblemsAs,
} from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import { FORMATS } from './answer/answer-formats.js';
import { OPEN_METEO_PROBLEMS } from './open-meteo-problems.js';
import { OpenMeteoErrorDto, OpenMeteoForecastDto } from './open-meteo.dto.js';
import { OpenMeteoBodyPrice, OpenMeteoPrice } from './open-meteo.prices.js';
import { OpenMeteoService } from './open-meteo.service.js';
import { type RawParameters } from './request/asked-values.js';
import { isLong, type OpenMeteoQuery } from './request/open-meteo-query.js';
import { takePathKeys } from './request/path-keys.js';
import { OpenMeteoBody, OpenMeteoParameters } from './request/open-meteo-parameters.decorator.js';

const FORECAST = { $ref: getSchemaPath(OpenMeteoForecastDto) };
const CONTENT = {
  'application/json': { schema: { anyOf: [FORECAST, { type: 'array', items: FORECAST }] } },
  'text/csv': { schema: { type: 'string' } },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

@ApiTags('Compatible APIs')
@ApiExtraModels(OpenMeteoForecastDto, OpenMeteoErrorDto)
@Controller('open-meteo/v1')
export class OpenMeteoController implements OnModuleInit {
  constructor(
    private readonly service: OpenMeteoService,
    private readonly byQuery: OpenMeteoPrice,
    private readonly byBody: OpenMeteoBodyPrice,
    private readonly adapterHost: HttpAdapterHost,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    const { httpAdapter } = this.adapterHost;
    if (this.configuration.openMeteoPathKeys === 'on') takePathKeys(httpAdapter.getHttpServer() as Server);
  }

  @FastPath()
  @CrossOrigin()
  @WritesProblemsAs(OPEN_METEO_PROBLEMS)
  @Get('forecast')
  @RequiresApiKey('forecast:read', OpenMeteoPrice)
  @OpenMeteoParameters()
  @Endpoint({
    id: 'getOpenMeteoForecast',
    summary: "Get a forecast in Open-Meteo's format",
    description:
      "Returns what `/v1/forecast` of Open-Meteo's API returns, from this service's models. Unknown parameters are ignored. Hours that no model covers are null. Several locations need the scope `forecast:batch`. Costs one unit per 10,000 values, rounded up, and at least one per location.",
    problems: ['overloaded'],
  })
  @ApiOkResponse({ description: 'The forecast, or a list of them for several locations.', content: CONTENT })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  @ApiResponse({ status: 304, description: 'You already have this forecast.' })
  @ReadsQuery()
  async forecast(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { query, nowMs } = this.byQuery.read(request);
    await this.send(query, nowMs, request, reply);
  }

  @FastPath()
  @CrossOrigin()
  @WritesProblemsAs(OPEN_METEO_PROBLEMS)
  @Post('forecast')
  @HttpCode(200)
  @RequiresApiKey('forecast:read', OpenMeteoBodyPrice)
  @OpenMeteoBody()
  @TakesForm()
  @Endpoint({
    id: 'postOpenMeteoForecast',
    summary: "Get a forecast in Open-Meteo's format, with the parameters in the body",
    description:
      'Takes the parameters of the GET request as a JSON object or a form, and returns the same response.',
    problems: ['overloaded'],
  })
  @ApiOkResponse({ description: 'The forecast, or a list of them for several locations.', content: CONTENT })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200')
  @ReadsQuery()
  async forecastOfBody(
    @Body() _body: RawParameters,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { query, nowMs } = this.byBody.read(request);
    await this.send(query, nowMs, request, reply);
  }

  private async send(
    query: OpenMeteoQuery,
    nowMs: number,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const [{ latitude, longitude }] = query.points;
    if (query.points.length === 1) request.meteredPoint = { lat: latitude, lon: longitude };
    const answer = {
      mediaType: FORMATS[query.format].mediaType,
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
