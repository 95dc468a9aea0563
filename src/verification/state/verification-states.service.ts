import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RepeatedWork } from '../../core/background/index.js';
import { ChangeFeedService, DatabaseClockService, DatabasePoll } from '../../core/database/index.js';
import {
  type ConsensusWeights,
  DOCUMENTED_WEIGHTS,
  type WeightsState,
} from '../../weather/consensus/index.js';
import { ScoreStoreService } from '../scores/score-store.service.js';
import { STATES_CHANNEL } from '../store/states-channel.js';
import { RECENT_MS } from './recent-verification.js';
import { unpackState } from './state-content.js';
import { VerificationState } from './verification-state.js';

/** The last states: the one that is used, one that will be, and one that was. */
export const KEPT_STATES = 3;

interface KnownState {
  readonly number: number;
  readonly publishedMs: number;
  /** Undefined if it is damaged. */
  readonly state: VerificationState | undefined;
}

interface PublishedRow {
  readonly number: number;
  readonly publishedAt: Date;
  readonly effectiveAt: Date;
}

/** Holds the published states. All processes change to the next one at the same moment. */
@Injectable()
export class VerificationStatesService extends RepeatedWork implements ConsensusWeights, OnModuleInit {
  protected readonly intervalMs = 1_000;
  private readonly poll: DatabasePoll;
  /** The newest first. */
  private states: readonly KnownState[] = [];
  private used: WeightsState = DOCUMENTED_WEIGHTS;
  private changesMs = Infinity;
  private usedUntilMs = -Infinity;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly clock: DatabaseClockService,
    private readonly scores: ScoreStoreService,
    feed: ChangeFeedService,
  ) {
    super();
    this.poll = new DatabasePoll(feed, [STATES_CHANNEL], () => this.hurry());
  }

  /** Before the first request, so that it gets the same response as from other processes. */
  async onModuleInit(): Promise<void> {
    await this.work();
  }

  protected override turn(): Promise<void> {
    return this.poll.run(() => this.work());
  }

  async work(): Promise<undefined> {
    const rows = await this.entityManager.execute<PublishedRow[]>(
      `select number, published_at as "publishedAt", effective_at as "effectiveAt"
         from verification_states order by number desc limit ?`,
      [KEPT_STATES],
    );
    const verifiedAt = await this.scores.verifiedAt();
    const states: KnownState[] = [];
    for (const { number, publishedAt, effectiveAt } of rows) {
      const publishedMs = new Date(publishedAt).getTime();
      const known = this.states.find((one) => one.number === number && one.publishedMs === publishedMs);
      states.push(known ?? { number, publishedMs, state: await this.read(number, new Date(effectiveAt)) });
    }
    this.states = states;
    const published = rows.map(({ publishedAt }) => new Date(publishedAt).getTime());
    this.usedUntilMs = Math.max(verifiedAt?.getTime() ?? -Infinity, ...published) + RECENT_MS;
    this.choose();
  }

  current(): WeightsState {
    if (this.clock.nowMs() >= this.changesMs) this.choose();
    return this.used;
  }

  private choose(): void {
    const nowMs = this.clock.nowMs();
    const states = this.states.flatMap(({ state }) => state ?? []);
    const newest =
      nowMs < this.usedUntilMs ? states.find(({ since }) => since.getTime() <= nowMs) : undefined;
    this.used = newest ?? DOCUMENTED_WEIGHTS;
    const later = states.map(({ since }) => since.getTime()).filter((sinceMs) => sinceMs > nowMs);
    this.changesMs = Math.min(newest ? this.usedUntilMs : Infinity, ...later);
  }

  private async read(number: number, effectiveAt: Date): Promise<VerificationState | undefined> {
    const [row] = await this.entityManager.execute<{ state: Buffer }[]>(
      'select state from verification_states where number = ?',
      [number],
    );
    if (!row) return undefined;
    try {
      return new VerificationState(number, effectiveAt, await unpackState(row.state));
    } catch (error) {
      this.logger.warn(`The state ${number} is damaged, and isn't used: ${String(error)}`);
      return undefined;
    }
  }
}
