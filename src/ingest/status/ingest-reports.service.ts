import { Injectable } from '@nestjs/common';
import { ChangeFeedService } from '../../core/database/index.js';
import { Configuration } from '../../core/config/index.js';
import { HEARTBEAT_INTERVAL_MS, type IngestHeartbeat, INGEST_CHANNEL } from './ingest-heartbeat.types.js';
import { ingestReports } from './ingest-report.js';
import { type FeedReport, type IngestReport, type ModelReport } from './ingest-report.types.js';
import { IngestStatusesService } from './ingest-statuses.service.js';

/** An ingest that hasn't been heard from for this long has ended, or is unreachable. */
const SILENT_AFTER_MS = 3 * HEARTBEAT_INTERVAL_MS;

/** Reports on the ingest that fills this service's store: its own or, if runs are shared, one in another process. */
@Injectable()
export class IngestReportsService {
  /** By the id of the process; several while one process takes over from another. */
  private readonly heartbeats = new Map<string, IngestHeartbeat & { heardMs: number }>();
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly configuration: Configuration,
    private readonly statuses: IngestStatusesService,
    feed: ChangeFeedService,
  ) {
    if (configuration.sharedRunStore) feed.hear(INGEST_CHANNEL, (payload) => this.hear(payload));
  }

  /** Returns one report for each model; `off` if no ingest is known. */
  all(): IngestReport[] {
    return this.known().map(({ ingest }) => ingest);
  }

  /** Returns one report for each model; empty if no ingest is known. */
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

  /** Registers a listener that is called when an ingest has published a run to the shared store. */
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

/**
 * Parses a heartbeat. Returns undefined for anything else: whoever has access to the database can send notifications.
 */
function read(payload: string): IngestHeartbeat | undefined {
  try {
    const { id, reports, publications } = JSON.parse(payload) as IngestHeartbeat;
    return Array.isArray(reports) ? { id, reports, publications } : undefined;
  } catch {
    return undefined;
  }
}
