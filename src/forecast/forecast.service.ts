import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../common/awaitable.js';
import { toInstant } from '../common/instant.js';
import { type AcceptedCoding } from '../common/http/content-coding.js';
import { Problem } from '../common/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import { RunCatalogue } from '../model-store/run-catalogue.js';
import { type StoredRun } from '../model-store/stored-run.js';
import { type ModelTarget, modelTargets, stepsOf } from '../models/model-targets.js';
import { answerFromClimatology, answerFromRun } from './answers.js';
import { planForecast } from './forecast-plan.js';
import { type ForecastQuery } from './forecast-query.js';
import { serializeForecast } from './forecast-serializer.js';
import { nextRunExpectedAt } from './run-schedule.js';
import { AnswerCache } from './serving/answer-cache.js';
import { type KeyedQuery } from './serving/keyed-query.js';
import { type AnswerLife, codedAnswer, plainAnswer, type ServedAnswer } from './serving/served-answer.js';

const HOUR_MS = 3_600_000;
const MEBIBYTE = 2 ** 20;

/** A run may come any minute, by hand or late: whoever got none need not wait longer than this. */
const LONGEST_RETRY_SECONDS = 900;

/** Answers forecast requests: chooses a source, reads the point, makes the timelines and writes the answer. */
@Injectable()
export class ForecastService {
  /** Climatology comes with the service: it may be another one after each start. */
  private readonly startedAt = new Date();
  private readonly targets: readonly ModelTarget[];
  private readonly answers = new AnswerCache({ maxBytes: 64 * MEBIBYTE, maxAnswerBytes: 16 * MEBIBYTE });
  private runsSeen: readonly StoredRun[] = [];

  constructor(
    private readonly catalogue: RunCatalogue,
    configuration: Configuration,
  ) {
    this.targets = modelTargets(configuration);
  }

  /**
   * @throws Problem forecast_unavailable when a model was asked for and no stored run covers what was asked,
   * invalid_parameter when none of it ever will
   */
  forecast(asked: KeyedQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    this.forgetAnswersOfOtherRuns();
    if (accepted.coding === 'identity') return this.plain(asked, nowMs);
    const key = `${asked.key} ${accepted.coding}${accepted.evenIfSmall ? '!' : ''}`;
    return this.answers.getOrMake(key, nowMs, () =>
      andThen(this.plain(asked, nowMs), (answer) => codedAnswer(answer, accepted)),
    );
  }

  private plain({ key, query }: KeyedQuery, nowMs: number): Awaitable<ServedAnswer> {
    return this.answers.getOrMake(key, nowMs, () => this.make(query, new Date(nowMs)));
  }

  /** Every run may take part in an answer: an older one by the days before, or by what it says of the same hours. */
  private forgetAnswersOfOtherRuns(): void {
    const runs = this.catalogue.runs();
    if (runs === this.runsSeen) return;
    const isSame = runs.length === this.runsSeen.length && runs.every((run, i) => run === this.runsSeen[i]);
    if (!isSame) this.answers.clear();
    this.runsSeen = runs;
  }

  private make(query: ForecastQuery, now: Date): ServedAnswer {
    if (query.source === 'climatology') return this.fromClimatology(query, now);
    const plan = planForecast(this.catalogue, query);
    if (plan) {
      const nextRun = nextRunExpectedAt(plan.model, plan.run.run, now);
      const text = serializeForecast(answerFromRun(plan, query, nextRun));
      return plainAnswer(toBytes(text), {
        ...lifeOf(plan.run.publishedAt, query, now),
        untilMs: Math.min(nextRun.getTime(), nextHourMs(now)),
      });
    }
    const target = this.targets.find(({ model }) => model.name === query.source);
    if (target) throw this.refusal(query, target, now);
    const nextRunMs = nextRunMsOf(this.targets, now);
    return this.fromClimatology(query, now, { longestAgeSeconds: LONGEST_RETRY_SECONDS, untilMs: nextRunMs });
  }

  private fromClimatology(query: ForecastQuery, now: Date, life: Partial<AnswerLife> = {}): ServedAnswer {
    const text = serializeForecast(answerFromClimatology(query));
    const own = lifeOf(this.startedAt, query, now);
    const untilMs = Math.min(own.untilMs, life.untilMs ?? Infinity);
    return plainAnswer(toBytes(text), { ...own, ...life, untilMs });
  }

  private refusal({ start, latitude, longitude }: ForecastQuery, target: ModelTarget, now: Date): Problem {
    const { model } = target;
    const horizon = horizonOf(target, now);
    if (start > horizon) {
      const detail = `No run of ${model.name} reaches as far: the longest that may exist now ends at ${toInstant(horizon)}.`;
      return new Problem('invalid_parameter', { errors: [{ parameter: 'startTime', detail }] });
    }
    const waitSeconds = Math.floor((nextRunMsOf([target], now) - now.getTime()) / 1000) + 1;
    return new Problem('forecast_unavailable', {
      detail: `No stored run of ${model.name} covers the point ${latitude}, ${longitude} at ${toInstant(start)}.`,
      headers: { 'retry-after': String(Math.min(waitSeconds, LONGEST_RETRY_SECONDS)) },
    });
  }
}

/** When a run may come that covers what none covers now. */
function nextRunMsOf(targets: readonly ModelTarget[], now: Date): number {
  return Math.min(...targets.map(({ model }) => nextRunExpectedAt(model, undefined, now).getTime()));
}

/** The end of the longest run that can have begun by now. */
function horizonOf(target: ModelTarget, now: Date): Date {
  return new Date(now.getTime() + (stepsOf(target).at(-1) ?? 0) * HOUR_MS);
}

/** An answer holds for an hour at most, and without a start of its own it changes with each. */
function lifeOf(sourceChanged: Date, { startIsDefault }: ForecastQuery, now: Date): AnswerLife {
  const hour = new Date(nextHourMs(now) - HOUR_MS);
  return {
    lastModified: startIsDefault && hour > sourceChanged ? hour : sourceChanged,
    fromMs: hour.getTime(),
    untilMs: nextHourMs(now),
    longestAgeSeconds: Infinity,
  };
}

function nextHourMs(now: Date): number {
  return (Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS;
}

/** With memory of their own, which small buffers share with others. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
