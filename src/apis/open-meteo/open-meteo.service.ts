import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Awaitable } from '../../core/common/index.js';
import { Configuration } from '../../core/config/index.js';
import {
  type AnswerLife,
  ForecastService,
  type HoursOf,
  KnownQueries,
  type RawQuery,
  type ServedAnswer,
  shortestOf,
} from '../../forecast/index.js';
import { type AcceptedCoding, FormBody, Problem, queryFaults } from '../../core/http/index.js';
import { FORMATS } from './answer/answer-formats.js';
import { type AnsweredFrom, answerOf, type PointAnswer } from './answer/point-answer.js';
import { type RawParameters } from './request/asked-values.js';
import { refusePowerfulPathKey } from './request/path-keys.js';
import { countPoints } from './request/asked-points.js';
import { type OpenMeteoQuery, parseOpenMeteoQuery, sourcesByName } from './request/open-meteo-query.js';

/** Serves forecasts in Open-Meteo's format, from this service's metrics. */
@Injectable()
export class OpenMeteoService {
  private readonly known = new KnownQueries<OpenMeteoQuery>();
  private readonly sources: ReadonlyMap<string, string>;

  constructor(
    private readonly forecasts: ForecastService,
    configuration: Configuration,
  ) {
    this.sources = sourcesByName(configuration.knownModels.map(({ model }) => model));
  }

  /** @throws Problem invalid_parameter, or insufficient_scope if several locations are requested without the scope */
  parseQuery(request: FastifyRequest, nowMs: number): OpenMeteoQuery {
    refusePowerfulPathKey(request);
    const raw = request.query as RawQuery;
    const parse = () => parseOpenMeteoQuery(raw, nowMs, this.sources);
    // Not cached for several locations, since each would take a kilobyte.
    return allowed(countPoints(raw) > 1 ? parse() : this.known.getOrParse(raw, nowMs, parse), request);
  }

  /** As `parseQuery`. */
  parseBody(request: FastifyRequest, nowMs: number): OpenMeteoQuery {
    refusePowerfulPathKey(request);
    const raw = parametersOf(request);
    const errors =
      request.body instanceof FormBody ? queryFaults(raw as Record<string, string | string[]>) : [];
    if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
    return allowed(parseOpenMeteoQuery(raw, nowMs, this.sources), request);
  }

  /** As `ForecastService.awaitGround`. */
  awaitGround({ points, models }: OpenMeteoQuery, keyId: string): Awaitable<boolean> {
    const sources = [...new Set(models.map(({ source }) => source))];
    return this.forecasts.awaitGround(
      points.flatMap((point) => sources.map((source) => ({ ...point, source }))),
      keyId,
    );
  }

  answer(query: OpenMeteoQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    return this.forecasts.inDialect(query.key, accepted, nowMs, (hoursOf) => {
      const origins: AnsweredFrom[] = [];
      const body = FORMATS[query.format].whole(query, answersOf(query, hoursOf, origins));
      return { body, life: lifeOf(query, origins), origin: origins[0].origin };
    });
  }

  /** @throws Problem overloaded */
  longAnswer(
    query: OpenMeteoQuery,
    { coding }: AcceptedCoding,
    clientId: string,
    nowMs: number,
  ): Awaitable<Readable> {
    return this.forecasts.inDialectPieces(coding, clientId, nowMs, (hoursOf) =>
      FORMATS[query.format].pieces(query, answersOf(query, hoursOf)),
    );
  }
}

/** Returns the parameters of a body: a JSON object or a form. */
export function parametersOf({ body }: FastifyRequest): RawParameters {
  return body instanceof FormBody ? body.query() : (Object(body) as RawParameters);
}

function* answersOf(
  query: OpenMeteoQuery,
  hoursOf: HoursOf,
  origins: AnsweredFrom[] = [],
): Generator<PointAnswer, void> {
  const side = FORMATS[query.format].hasOneModelEach
    ? query.models.map(({ source }) => [{ source, suffix: '' }])
    : [query.models];
  for (const point of query.points)
    for (const models of side) {
      const answer = answerOf({ ...query, models }, point, hoursOf);
      origins.push(...answer.origins);
      yield answer;
    }
}

function lifeOf({ fromMs, untilMs }: OpenMeteoQuery, origins: readonly AnsweredFrom[]): AnswerLife {
  const lives = origins.map(({ life }) => life);
  const shortest = shortestOf(lives);
  return {
    ...shortest,
    fromMs: Math.max(fromMs, ...lives.map((life) => life.fromMs)),
    untilMs: Math.min(untilMs, ...lives.map((life) => life.untilMs)),
  };
}

/** Several locations in one request are a batch. */
function allowed(query: OpenMeteoQuery, { principal }: FastifyRequest): OpenMeteoQuery {
  if (query.points.length > 1 && principal?.scopes.includes('forecast:batch') === false)
    throw new Problem('insufficient_scope', {
      detail: 'More than one location needs the scope forecast:batch, which the API key lacks.',
    });
  return query;
}
