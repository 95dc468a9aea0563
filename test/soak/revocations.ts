import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from './api-user.js';
import type { FaultLog } from './fault-log.js';
import type { Lateness } from './lateness.js';
import type { ModelRuns } from './model-runs.js';
import { questionsOf } from './questions.js';
import { codeOf, type WeatherCaller } from './weather-caller.js';

const EVERY_MS = 4_000;
/** Delay after the response to the revocation. */
const REFUSED_AFTER_MS = 1_000;
/** Delay if notifications may have been lost. */
const REFUSED_AFTER_LOSS_MS = 10_000;
const LOSS_MARGIN_MS = 2_000;
const ASKED_EVERY_MS = 50;
const WARM_REQUESTS = 9;

export interface RevocationParts {
  user: ApiUser;
  clientId: string;
  caller: WeatherCaller;
  modelRuns: ModelRuns;
  faults: FaultLog;
  lateness: Lateness;
  signal: AbortSignal;
}

/** Creates keys, uses them on every replica, revokes them, and keeps sending requests with them. */
export class Revocations {
  checked = 0;
  /** Checks skipped because the revocation itself got no response. */
  skipped = 0;
  slowestMs = 0;
  private addresses = 0;

  constructor(private readonly parts: RevocationParts) {}

  async run(): Promise<void> {
    while (!this.parts.signal.aborted) {
      await this.revokeOne().catch(() => (this.skipped += 1));
      await sleep(EVERY_MS);
    }
  }

  private async revokeOne(): Promise<void> {
    const { user, clientId, caller } = this.parts;
    const { id, key } = await user.createKey(clientId);
    for (let i = 0; i < WARM_REQUESTS; i++) {
      const status = await this.askWith(key);
      if (status === 401) caller.ledger.noteWrong(`A key that was just made was refused.`);
    }
    await user.revokeKey(clientId, id);
    await this.expectRefusals(key, performance.now());
  }

  /** Requests sent after the deadline must be refused. The loop ends some time after it. */
  private async expectRefusals(key: string, revokedMs: number): Promise<void> {
    const { caller, faults, lateness } = this.parts;
    for (;;) {
      const sentMs = performance.now();
      const status = await this.askWith(key);
      const lossMs = faults.lastEndMs('revocations', revokedMs - LOSS_MARGIN_MS, sentMs);
      const deadlineMs =
        lossMs === undefined
          ? revokedMs + REFUSED_AFTER_MS + lateness.recentMs()
          : Math.max(revokedMs, lossMs) + REFUSED_AFTER_LOSS_MS;
      if (status === 200) this.slowestMs = Math.max(this.slowestMs, sentMs - revokedMs);
      if (status === 200 && sentMs > deadlineMs) {
        caller.ledger.noteWrong(
          `A key was accepted ${Math.round(sentMs - revokedMs)} ms after it was revoked, ${faults.describe(revokedMs)}.`,
        );
        break;
      }
      if (sentMs > deadlineMs + REFUSED_AFTER_MS) break;
      await sleep(ASKED_EVERY_MS);
    }
    this.checked += 1;
  }

  /** Uses a different address each time, since failing keys slow an address down. */
  private async askWith(key: string): Promise<number | undefined> {
    const { caller, modelRuns } = this.parts;
    this.addresses += 1;
    const address = `10.${this.addresses >> 16}.${(this.addresses >> 8) & 255}.${this.addresses & 255}`;
    const [question] = questionsOf(modelRuns.newest);
    const { reply } = await caller.call(key, { ...question, headers: { 'x-forwarded-for': address } });
    const status = reply?.status;
    if (reply && status !== 200 && reply.status < 500 && codeOf(reply.body) !== 'revoked_api_key')
      caller.ledger.noteWrong(`A revoked key was answered with ${status} ${codeOf(reply.body)}.`);
    return status;
  }
}
