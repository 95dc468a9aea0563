import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUser } from '../api-user.js';
import type { Cluster } from '../cluster.js';
import type { FaultLog } from '../fault-log.js';
import type { Ledger } from '../ledger.js';
import type { LimitProbes } from '../limit-probes.js';
import type { ModelRuns } from '../model-runs.js';
import type { SlowModel } from '../slow-model.js';
import { type AnnouncedEvent, announcedEvents } from './announced-events.js';
import { Changes, RAISED } from './changes.js';
import { compareEvents, type EventDifference, type Watched } from './event-check.js';
import { EventFollower } from './event-follower.js';
import { Happenings } from './happenings.js';
import { WebhookEndpoints } from './webhook-endpoints.js';

/** A killed process's lease on a webhook expires after a minute, and quotas are checked once a minute. */
const SETTLES_WITHIN_MS = 180_000;
const POLL_MS = 500;
const RETRIED_EVERY_MS = 3_000;

export interface WatchParts {
  cluster: Cluster;
  modelRuns: ModelRuns;
  slowModel: SlowModel;
  faults: FaultLog;
  ledger: Ledger;
  probes: LimitProbes;
  user: ApiUser;
  happenings: Happenings;
  /** The client whose stream is followed. */
  clientId: string;
  key: string;
}

/** An organization that causes events and receives them. */
interface Subscriber {
  user: ApiUser;
  happenings: Happenings;
  clientId: string;
  key: string;
}

interface Webhook {
  id: string;
  path: string;
  organizationId: string;
  eventTypes: readonly string[] | null;
  endpoints: WebhookEndpoints;
}

/** Causes events of two organizations and receives them as their subscribers do, by webhooks and streams. */
export class EventWatch {
  private readonly webhooks: Webhook[] = [];
  private readonly followers: EventFollower[] = [];
  private readonly ended = new AbortController();
  private following: Promise<unknown> = Promise.resolve();
  private startPosition = NaN;
  private changes: readonly Changes[] = [];
  private away: { user: ApiUser; webhook: Webhook } | undefined;

  private constructor(
    private readonly parts: WatchParts,
    private readonly own: Subscriber,
    private readonly other: Subscriber,
  ) {}

  /** Call it before any fault. */
  static async start(parts: WatchParts, running: AsyncDisposableStack): Promise<EventWatch> {
    const happenings = new Happenings();
    const user = new ApiUser(parts.cluster.port, 'other', happenings);
    await user.register();
    const clientId = await user.createClient();
    const { key } = await user.createKey(clientId);
    const watch = new EventWatch(parts, parts, { user, happenings, clientId, key });
    await watch.subscribe(running);
    return watch;
  }

  /** Runs until the signal; streams stay open until every event has arrived. */
  async run(signal: AbortSignal): Promise<void> {
    this.following = Promise.all(this.followers.map((follower) => follower.follow(this.ended.signal)));
    const { endpoints } = this.away!.webhook;
    this.changes = [this.own, this.other].map((subscriber) => new Changes({ ...subscriber, signal }));
    await Promise.all([
      ...this.changes.map((changes) => changes.run()),
      endpoints.comeAndGo(signal),
      this.retry(signal),
    ]);
  }

  /**
   * Waits until every event has arrived.
   * @returns the IDs of the events that every subscriber must have received
   */
  async settle(): Promise<Set<string>> {
    for (const { endpoints } of this.webhooks) endpoints.settle();
    const lateMs = performance.now() + SETTLES_WITHIN_MS;
    for (;;) {
      const announced = await this.announced();
      const due = new Set(announced.map(({ id }) => id));
      const { missing } = this.compare(announced, due);
      if (missing.length === 0 || performance.now() > lateMs) return due;
      const { user, webhook } = this.away!;
      await user.retryLate(webhook.id).catch(() => undefined);
      await sleep(POLL_MS);
    }
  }

  /** Completed and failed rounds of changes. */
  get rounds(): { done: number; failed: number } {
    const sum = (of: 'done' | 'failed') => this.changes.reduce((all, changes) => all + changes[of], 0);
    return { done: sum('done'), failed: sum('failed') };
  }

  /** Call it after the services have stopped. */
  async difference(due: ReadonlySet<string>): Promise<EventDifference> {
    this.ended.abort();
    await this.following;
    return this.compare(await this.announced(), due);
  }

  private async subscribe(running: AsyncDisposableStack): Promise<void> {
    const start = await this.allTold();
    this.startPosition = start.position!;
    const [steady, fickle, away] = [
      await WebhookEndpoints.start(running),
      await WebhookEndpoints.start(running, true),
      await WebhookEndpoints.start(running),
    ];
    await this.createWebhook(this.own, '/steady', steady);
    await this.createWebhook(this.own, '/fickle', fickle);
    const webhook = await this.createWebhook(this.own, '/away', away);
    this.away = { user: this.own.user, webhook };
    await this.createWebhook(this.own, '/some', steady, ['run.published', 'forecast.alert']);
    const { organizationId } = await this.createWebhook(this.other, '/other', fickle);
    const followed = { port: this.parts.cluster.port, startId: start.id, ledger: this.parts.ledger };
    this.followers.push(
      new EventFollower({ ...followed, ...this.own, organizationId: webhook.organizationId }),
      new EventFollower({ ...followed, ...this.other, organizationId }),
    );
  }

  private async createWebhook(
    { user }: Subscriber,
    path: string,
    endpoints: WebhookEndpoints,
    eventTypes: readonly string[] | null = null,
  ): Promise<Webhook> {
    const created = await user.createWebhook(endpoints.url(path), eventTypes);
    endpoints.expect(path, created.secret);
    const webhook = { id: created.id, path, organizationId: created.organization_id, eventTypes, endpoints };
    this.webhooks.push(webhook);
    return webhook;
  }

  /** Returns the last event, once the first run has been announced and every event so far has a position. */
  private async allTold(): Promise<AnnouncedEvent> {
    for (;;) {
      const announced = await this.announced();
      const isRunTold = announced.some(({ type }) => type === 'run.published');
      if (isRunTold && announced.every(({ position }) => position !== null)) return announced.at(-1)!;
      await sleep(POLL_MS);
    }
  }

  /** Requests retries, as owners of an endpoint that was down do. */
  private async retry(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { user, webhook } = this.away!;
      await user.retryLate(webhook.id).catch(() => undefined);
      await sleep(RETRIED_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private announced(): Promise<AnnouncedEvent[]> {
    return announcedEvents(this.parts.cluster.database);
  }

  private compare(announced: AnnouncedEvent[], due: ReadonlySet<string>): EventDifference {
    const { faults, probes } = this.parts;
    const [own, other] = this.followers.map(({ followed }) => followed.organizationId);
    const watched: Watched = {
      startPosition: this.startPosition,
      accounts: [
        { organizationId: own, happenings: this.withAlerts(this.own.happenings).and(probes.quotas()) },
        { organizationId: other, happenings: this.withAlerts(this.other.happenings) },
        { organizationId: null, happenings: this.published() },
      ],
      webhooks: this.webhooks.map(({ endpoints, path, ...webhook }) => ({
        ...webhook,
        name: path,
        arrivals: endpoints.at(path),
      })),
      followers: this.followers,
      faults,
    };
    return compareEvents(announced, due, watched);
  }

  private published(): Happenings {
    const published = new Happenings();
    for (const run of this.parts.modelRuns.runs)
      if (run <= this.parts.modelRuns.newest) published.note('run.published', `${instant(run)} true`);
    for (const isComplete of [false, false, true])
      published.noteMaybe('run.published', `${instant(this.parts.slowModel.run)} ${isComplete}`);
    return published;
  }

  /** An alert is only raised once there is a run that covers the present. */
  private withAlerts(happenings: Happenings): Happenings {
    const { faults, modelRuns } = this.parts;
    const isDelayed = faults.lastEndMs('alerts', 0, performance.now()) !== undefined;
    return modelRuns.reachesNow && !isDelayed ? happenings : happenings.butMaybe(RAISED);
  }
}

function instant(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
