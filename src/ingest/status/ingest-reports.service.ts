import { Injectable } from '@nestjs/common';
import { ChangeFeedService } from '../../database/changes/change-feed.service.js';
import { Configuration } from '../../config/configuration.js';
import { HEARTBEAT_INTERVAL_MS, type IngestHeartbeat, INGEST_CHANNEL } from './ingest-heartbeat.types.js';
import { ingestReports } from './ingest-report.js';
import { type FeedReport, type IngestReport, type ModelReport } from './ingest-report.types.js';
import { IngestStatusesService } from './ingest-statuses.service.js';

/** An ingest that was not heard for so long has ended, or cannot be heard. */
const SILENT_AFTER_MS = 3 * HEARTBEAT_INTERVAL_MS;

/** What the ingest that fills this service's store is doing: that of this service or, where runs are shared, one elsewhere. */
@Injectable()
export class IngestReportsService {
  /** By the id of the process; more than one while one takes over from another. */
  private readonly heartbeats = new Map<string, IngestHeartbeat & { heardMs: number }>();
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly configuration: Configuration,
    private readonly statuses: IngestStatusesService,
    feed: ChangeFeedService,
  ) {
    if (configuration.sharedRunStore) feed.hear(INGEST_CHANNEL, (payload) => this.hear(payload));
  }

  /** One for each model; `off` where no ingest is known. */
  all(): IngestReport[] {
    return this.known().map(({ ingest }) => ingest);
  }

  /** One for each model; without anything where no ingest is known. */
  feeds(): FeedReport[] {
    return this.known().map(({ feed }) => feed);
  }

  private known(): ModelReport[] {
    this.forgetSilent();
    const elsewhere = [...this.heartbeats.values()].flatMap(({ reports }) => reports);
    return ingestReports(this.configuration, this.statuses).map((own) => {
      if (own.ingest.state !== 'off') return own;
      const isOfModel = ({ ingest }: ModelReport) =>
        ingest.model === own.ingest.model && ingest.state !== 'off';
      return elsewhere.find(isOfModel) ?? own;
    });
  }

  /** Told when an ingest has put a run into the store that is shared. */
  onPublication(listener: () => void): void {
    this.listeners.push(listener);
  }

  private hear(payload: string): void {
    const heartbeat = read(payload);
    if (!heartbeat) return;
    this.forgetSilent();
    const before = this.heartbeats.get(heartbeat.id);
    this.heartbeats.set(heartbeat.id, { ...heartbeat, heardMs: performance.now() });
    if (!before || before.publications === heartbeat.publications) return;
    for (const listener of this.listeners) listener();
  }

  private forgetSilent(): void {
    for (const [id, { heardMs }] of this.heartbeats)
      if (performance.now() - heardMs > SILENT_AFTER_MS) this.heartbeats.delete(id);
  }
}

/** Undefined for what no process of the service has said: whoever has the database may notify of anything. */
function read(payload: string): IngestHeartbeat | undefined {
  try {
    const { id, reports, publications } = JSON.parse(payload) as IngestHeartbeat;
    return Array.isArray(reports) ? { id, reports, publications } : undefined;
  } catch {
    return undefined;
  }
}
