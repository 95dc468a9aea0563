import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { DatabaseClockService } from '../../core/database/index.js';
import { pathOf, Problem, type ProblemBody, writtenProblem } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { FeatureSet } from '../../core/features/index.js';
import { takeBackUnits } from '../limits/limit-hooks.js';
import { Journal } from './journal/journal.js';
import { RequestSampling } from './request-sampling.js';
import type { LoggedProblem, RequestDetail, UsageEvent } from './journal/usage-event.types.js';

const RETRY_AFTER_SECONDS = '60';

/** Records every request with a known key, valid or not, before its response is sent, whatever the response is. */
@Injectable()
export class UsageMeterService {
  private readonly sampling = new RequestSampling();
  private readonly hooks = new WeakSet<object>();
  private uncountedRequests = 0;
  private refusedRequests = 0;

  constructor(
    private readonly journal: Journal,
    private readonly configuration: Configuration,
    private readonly clock: DatabaseClockService,
    private readonly features: FeatureSet,
  ) {}

  /** Responses that JOURNAL_FULL=uncounted let pass, since the process started. */
  get uncounted(): number {
    return this.uncountedRequests;
  }

  /** Responses replaced with 503 because they could not be recorded, since the process started. */
  get refused(): number {
    return this.refusedRequests;
  }

  /** Must be called before the routes are registered. Records a response after other hooks have changed it. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (options) => {
      const path = options.url;
      const others = [options.onSend ?? []].flat().filter((hook) => !this.hooks.has(hook));
      const methods = [options.method].flat();
      const hook = this.hookOf(methods.length === 1 ? `${methods[0]} ${path}` : path);
      options.onSend = [...others, hook];
    });
  }

  private hookOf(route: string): onSendHookHandler {
    const hook: onSendHookHandler = (request, reply, payload, done): void => {
      if (!request.keyOwner) {
        done(null, payload);
        return;
      }
      const event = this.eventOf(route, request, reply, payload);
      this.journal.append(event, (isRecorded) => {
        if (isRecorded) {
          done(null, payload);
          if (payload instanceof Readable) this.countRest(event, payload);
        } else void this.onUnrecorded(request, reply, payload).then((body) => done(null, body), done);
      });
    };
    this.hooks.add(hook);
    return hook;
  }

  private eventOf(route: string, request: FastifyRequest, reply: FastifyReply, payload: unknown): UsageEvent {
    const owner = request.keyOwner!;
    const status = reply.statusCode;
    const timeMs = this.clock.nowMs();
    const isServed = status < 400;
    const isLogged = this.sampling.isLogged(owner.clientId, status, timeMs);
    return {
      owner,
      route,
      timeMs,
      status,
      units: isServed ? (request.admission?.cost.units ?? request.usedUnits ?? 1) : 0,
      bytes: lengthOf(payload),
      durationUs: Math.round(reply.elapsedTime * 1000),
      detail: isLogged ? detailOf(request) : undefined,
    };
  }

  /** Counts the bytes of a streamed body when it closes, including one that breaks off. */
  private countRest(event: UsageEvent, body: Readable): void {
    let bytes = 0;
    body.on('data', (chunk: Buffer) => (bytes += chunk.length));
    body.once('close', () => {
      if (bytes === 0) return;
      this.journal.append({ ...event, bytes, detail: undefined, isRest: true }, () => undefined);
    });
  }

  /** Returns the body of the response that replaces one that could not be recorded. */
  private async onUnrecorded(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const { journalFull, publicUrl } = this.configuration;
    if (journalFull === 'uncounted') {
      this.uncountedRequests += 1;
      return payload;
    }
    this.refusedRequests += 1;
    if (payload instanceof Readable) payload.destroy();
    await takeBackUnits(request, reply);
    const problem = new Problem('usage_unavailable');
    const body = this.features.problems.toBody(problem, publicUrl, pathOf(request.url));
    const { contentType, text } = writtenProblem(body, request.routeOptions.config.problemForm);
    for (const name of ['etag', 'last-modified', 'content-encoding', 'content-length', 'vary'])
      reply.removeHeader(name);
    reply.status(this.features.problems.describe(problem.code).status).headers({
      'retry-after': RETRY_AFTER_SECONDS,
      'cache-control': 'no-store',
      'content-type': contentType,
    });
    return text;
  }
}

function detailOf({ id, meteredPoint, problem }: FastifyRequest): RequestDetail {
  return { requestId: id, point: meteredPoint ?? null, problem: problem && loggedProblem(problem) };
}

function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}

const LONGEST_DETAIL = 200;
/** A key or a client secret that was sent in the wrong place, complete or truncated. */
const SECRET = /\bwxs?_[0-9A-Za-z]+/g;
/** Numbers with more decimals than coordinates in the log. */
const FINE_NUMBER = /(?<![\d.])-?\d+\.\d{2,}(?!\d|\.\d)/g;

/**
 * Returns what the request log keeps of an error. The detail repeats parts of the request: secrets and exact
 * coordinates must not get into the log, and the database can't store NUL or lone surrogates.
 */
export function loggedProblem({ code, detail }: ProblemBody): LoggedProblem {
  const safe = detail
    .slice(0, LONGEST_DETAIL)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(SECRET, '…')
    .replace(FINE_NUMBER, (number) => String(Math.round(Number(number) * 10) / 10));
  return { code, detail: detail.length > LONGEST_DETAIL ? `${safe}…` : safe };
}
