import { Injectable } from '@nestjs/common';
import { type Awaitable, andThen } from '../../core/common/index.js';
import { ForecastService, type ServedAnswer, maxAgeSeconds } from '../../forecast/index.js';
import { type AcceptedCoding, Problem, acceptedCoding } from '../../core/http/index.js';
import { drawMeteogram } from './drawing/meteogram.js';
import { meteogramOf } from './drawing/meteogram-of.js';
import { PngRendererService } from './png/png-renderer.service.js';
import type { MeteogramQuery } from './request/meteogram-query.js';

const CLIMATOLOGY = 'climatology';
const NO_CODING = acceptedCoding(undefined);
const LEAST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 600;

/** Draws forecasts as meteograms. */
@Injectable()
export class MeteogramService {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly pngs: PngRendererService,
  ) {}

  /** As `ForecastService.awaitGround`. */
  awaitGround({ forecast }: MeteogramQuery, keyId: string): Awaitable<boolean> {
    return this.forecasts.awaitGround([forecast.query], keyId);
  }

  /** @throws Problem forecast_unavailable if no model run covers the first hour */
  svg(query: MeteogramQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    const form = `meteogram ${query.theme} ${query.width}`;
    const answer = this.forecasts.written(query.forecast, form, accepted, nowMs, (columns) =>
      // Long-term averages are not drawn: an empty body is cached instead, and turned into an error below.
      columns.meta.source === CLIMATOLOGY
        ? Buffer.alloc(0)
        : Buffer.from(drawMeteogram(meteogramOf(query, columns))),
    );
    return andThen(answer, (drawn) => {
      if (drawn.origin.source === CLIMATOLOGY) throw unavailable(query, maxAgeSeconds(drawn, nowMs));
      return drawn;
    });
  }

  /**
   * Returns the header values of the response, and a function that renders its body for clients that do not have it
   * yet.
   * @throws as `svg`; the function throws Problem overloaded
   */
  async png(
    query: MeteogramQuery,
    clientId: string,
    nowMs: number,
  ): Promise<{ head: ServedAnswer; render: () => Promise<Buffer> }> {
    const svg = await this.svg(query, NO_CODING, nowMs);
    const etag = `${svg.etag.slice(0, -1)}-png${query.scale}"`;
    return {
      head: { ...svg, etag },
      render: () => this.pngs.render(etag, svg.body.toString(), query.scale, clientId),
    };
  }
}

function unavailable({ forecast }: MeteogramQuery, waitSeconds: number): Problem {
  const { latitude, longitude } = forecast.query;
  const seconds = Math.min(Math.max(waitSeconds, LEAST_WAIT_SECONDS), LONGEST_WAIT_SECONDS);
  return new Problem('forecast_unavailable', {
    detail: `No stored model run covers the location ${latitude}, ${longitude} at the first hour.`,
    headers: { 'retry-after': String(seconds) },
  });
}
