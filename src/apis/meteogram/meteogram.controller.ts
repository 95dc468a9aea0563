import { createHash } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ServedAnswer, freshnessOf, isHeld } from '../../forecast/index.js';
import {
  ApiResponseHeaders,
  CrossOrigin,
  Endpoint,
  ReadsQuery,
  VARY_HEADER,
  acceptedCoding,
} from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import { DARK_STYLE } from './drawing/paint.js';
import { PngPrice, SvgPrice } from './meteogram.prices.js';
import { MeteogramService } from './meteogram.service.js';
import { MeteogramParameters } from './request/meteogram-parameters.decorator.js';
import type { MeteogramQuery } from './request/meteogram-query.js';

const SVG = 'image/svg+xml';
const PNG = 'image/png';
/** An image runs and loads nothing, and the only style that it may have is known. */
const SVG_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DARK_STYLE).digest('base64')}'; frame-ancestors 'none'`;
const FRESHNESS_HEADERS = {
  ETag: { description: 'For `If-None-Match`.', required: true, example: '"4kz0vXbG2wqN"' },
  'Last-Modified': {
    description:
      'When the run was published or, without `startTime`, when the current hour started if that is later.',
    required: true,
    example: 'Sat, 21 Nov 2026 05:03:12 GMT',
  },
  Vary: VARY_HEADER,
};
const BINARY = { type: 'string', format: 'binary' } as const;

@ApiTags('Weather')
@Controller('v1/weather')
export class MeteogramController {
  constructor(
    private readonly meteograms: MeteogramService,
    private readonly ofSvg: SvgPrice,
    private readonly ofPng: PngPrice,
  ) {}

  @CrossOrigin()
  @Get('meteogram.svg')
  @RequiresApiKey('forecast:read', SvgPrice)
  @MeteogramParameters('svg')
  @Endpoint({
    id: 'getMeteogramSvg',
    summary: 'Get a meteogram as SVG',
    description:
      'Returns the forecast for a location as an image: weather, clouds, temperature, precipitation, wind and pressure, hour by hour. Hours that no model covers are marked, and never filled with long-term averages. Costs one unit.',
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiOkResponse({ description: 'The image.', content: { [SVG]: { schema: { type: 'string' } } } })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  @ApiResponse({ status: 304, description: 'You already have this image.' })
  @ReadsQuery()
  async svg(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { query, nowMs } = this.ofSvg.read(request);
    noteLocation(request, query);
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    await this.meteograms.awaitGround(query, request.principal?.keyId ?? '');
    const answer = await this.meteograms.svg(query, accepted, nowMs);
    writeFreshness(reply, answer, nowMs);
    if (isHeld(request.headers, answer)) {
      reply.status(304).send();
      return;
    }
    if (answer.coding !== 'identity') reply.header('content-encoding', answer.coding);
    reply.header('content-security-policy', SVG_POLICY).header('content-type', SVG).send(answer.body);
  }

  @CrossOrigin()
  @Get('meteogram.png')
  @RequiresApiKey('forecast:read', PngPrice)
  @MeteogramParameters('png')
  @Endpoint({
    id: 'getMeteogramPng',
    summary: 'Get a meteogram as PNG',
    description:
      "Returns the same image as `GET /v1/weather/meteogram.svg`, for programs that don't support SVG, such as email clients. Costs one unit.",
    problems: ['forecast_unavailable', 'overloaded'],
  })
  @ApiOkResponse({ description: 'The image.', content: { [PNG]: { schema: BINARY } } })
  @ApiResponseHeaders(FRESHNESS_HEADERS, '200', '304')
  @ApiResponse({ status: 304, description: 'You already have this image.' })
  @ReadsQuery()
  async png(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { query, nowMs } = this.ofPng.read(request);
    noteLocation(request, query);
    await this.meteograms.awaitGround(query, request.principal?.keyId ?? '');
    const { head, render } = await this.meteograms.png(query, request.principal?.clientId ?? '', nowMs);
    if (isHeld(request.headers, head)) {
      writeFreshness(reply, head, nowMs);
      reply.status(304).send();
      return;
    }
    const body = await render();
    writeFreshness(reply, head, nowMs);
    reply.header('content-type', PNG).send(body);
  }
}

function noteLocation(request: FastifyRequest, { forecast: { query } }: MeteogramQuery): void {
  request.meteredPoint = { lat: query.latitude, lon: query.longitude };
}

function writeFreshness(reply: FastifyReply, answer: ServedAnswer, nowMs: number): void {
  reply.headers(freshnessOf(answer, nowMs)).header('vary', 'Accept-Encoding, apikey, Authorization');
}
