import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Awaitable } from '../../core/common/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import {
  type AnswerLife,
  CurrentConditionsService,
  ForecastService,
  type HoursOf,
  KnownQueries,
  PlacesService,
  type RawQuery,
  type ServedAnswer,
  shortestOf,
} from '../../forecast/index.js';
import type { AcceptedCoding } from '../../core/http/index.js';
import { jsonPieces, wholeJson } from './answer/json-answer.js';
import type { AskedWeather } from './answer/timeline-columns.js';
import { type RawParameters } from './request/asked-parameters.js';
import { type FindPlace } from './request/location.js';
import { type TimelineSpan } from './request/timesteps.js';
import {
  bytesOf,
  parseTomorrowIoQuery,
  type Shape,
  type TomorrowIoQuery,
} from './request/tomorrow-io-query.js';

/** Extra hours on either side, which the interpolation within an hour depends on. */
const HOURS_BESIDE = 3;

/** Serves responses in Tomorrow.io's format, based on this API's metrics. */
@Injectable()
export class TomorrowIoService {
  private readonly known: Readonly<Record<Shape, KnownQueries<TomorrowIoQuery>>> = {
    timelines: new KnownQueries(bytesOf),
    forecast: new KnownQueries(bytesOf),
    realtime: new KnownQueries(bytesOf),
  };
  private readonly findPlace: FindPlace;

  constructor(
    private readonly forecasts: ForecastService,
    private readonly current: CurrentConditionsService,
    places: PlacesService,
  ) {
    this.findPlace = (text) => {
      const place = places.named(text, 'en');
      if (!place) return places.suggestions(text);
      return { ...place, name: [place.name, place.admin, place.country].filter(Boolean).join(', ') };
    };
  }

  /** @throws Problem invalid_parameter */
  parseQuery(shape: Shape, request: FastifyRequest, nowMs: number): TomorrowIoQuery {
    const raw = request.query as RawQuery;
    return this.known[shape].getOrParse(raw, nowMs, () =>
      parseTomorrowIoQuery({ shape, raw, place: 'query' }, nowMs, this.findPlace),
    );
  }

  /** @throws Problem invalid_parameter */
  parseBody({ body }: FastifyRequest, nowMs: number): TomorrowIoQuery {
    const raw = Object(body) as RawParameters;
    return parseTomorrowIoQuery({ shape: 'timelines', raw, place: 'body' }, nowMs, this.findPlace);
  }

  /** As `ForecastService.awaitGround`. */
  awaitGround({ location: { latitude, longitude } }: TomorrowIoQuery, keyId: string): Awaitable<boolean> {
    return this.forecasts.awaitGround([{ latitude, longitude, source: 'auto' }], keyId);
  }

  answer(query: TomorrowIoQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    const key = asksCurrent(query) ? `${query.key} ${this.current.stateAt(nowMs)}` : query.key;
    return this.forecasts.inDialect(key, accepted, nowMs, (hoursOf) => {
      const { weather, lives, origin } = this.weather(query, nowMs, hoursOf);
      const { fromMs, untilMs } = query;
      return {
        body: wholeJson(query, weather),
        life: {
          ...shortestOf(lives),
          // A response that follows the clock changes with each of its steps.
          lastModified: new Date(
            Math.max(fromMs, ...lives.map(({ lastModified }) => lastModified.getTime())),
          ),
          fromMs: Math.max(fromMs, ...lives.map((life) => life.fromMs)),
          untilMs: Math.min(untilMs, ...lives.map((life) => life.untilMs)),
          longestAgeSeconds: Math.min(...lives.map(({ longestAgeSeconds }) => longestAgeSeconds)),
        },
        origin,
      };
    });
  }

  /** @throws Problem overloaded */
  longAnswer(
    query: TomorrowIoQuery,
    { coding }: AcceptedCoding,
    clientId: string,
    nowMs: number,
  ): Awaitable<Readable> {
    return this.forecasts.inDialectPieces(coding, clientId, nowMs, (hoursOf) =>
      jsonPieces(query, this.weather(query, nowMs, hoursOf).weather),
    );
  }

  private weather(
    query: TomorrowIoQuery,
    nowMs: number,
    hoursOf: HoursOf,
  ): { weather: AskedWeather; lives: AnswerLife[]; origin: ServedAnswer['origin'] } {
    const { hours, life, origin } = spanOf(query, hoursOf);
    if (!asksCurrent(query)) return { weather: { hours, current: undefined }, lives: [life], origin };
    const { latitude, longitude } = query.location;
    const place = { latitude, longitude, elevation: undefined };
    const conditions = this.current.conditions(place, nowMs, hoursOf);
    return { weather: { hours, current: conditions.hours }, lives: [life, conditions.life], origin };
  }
}

function asksCurrent({ timelines }: TomorrowIoQuery): boolean {
  return timelines.some(({ timestep }) => timestep === 'current');
}

/** Plans the hours from the first to the last one that any value depends on. */
function spanOf({ location, timelines }: TomorrowIoQuery, hoursOf: HoursOf) {
  const ends = timelines.map(({ span }) => endsOf(span));
  const hourOf = (timeMs: number) => Math.floor(timeMs / HOUR_MS);
  return hoursOf({
    latitude: location.latitude,
    longitude: location.longitude,
    elevation: undefined,
    source: 'auto',
    firstMs: (hourOf(Math.min(...ends.map(([firstMs]) => firstMs))) - HOURS_BESIDE) * HOUR_MS,
    endMs: (hourOf(Math.max(...ends.map(([, endMs]) => endMs))) + HOURS_BESIDE + 1) * HOUR_MS,
  });
}

function endsOf(span: TimelineSpan): [firstMs: number, endMs: number] {
  if ('days' in span) return [span.days[0].startMs, span.days[span.days.length - 1].endMs];
  const { firstMs, stepMs, count } = span.steps;
  return [firstMs, firstMs + count * stepMs];
}
