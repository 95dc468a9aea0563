import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { IngestStatus, type NewestStored } from './ingest-status.js';

/** The status of each model's ingest. */
@Injectable()
export class IngestStatusesService {
  /** By model name. */
  private readonly statuses: ReadonlyMap<string, IngestStatus>;
  private readonly listeners: (() => void)[] = [];

  constructor(configuration: Configuration) {
    const changed = () => this.listeners.forEach((listener) => listener());
    const models = configuration.models.map(({ model }) => model.name);
    this.statuses = new Map(models.map((model) => [model, new IngestStatus(changed)]));
  }

  /** Registers a listener that is called when the state of an ingest changes, or it has published a run. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Runs published since the process started. */
  get publications(): number {
    return [...this.statuses.values()].reduce((sum, { publications }) => sum + publications, 0);
  }

  /**
   * Returns the newest run of the store that this process ingests into; undefined if it ingests none, or hasn't polled
   * yet.
   */
  newestStored(): NewestStored | undefined {
    const newest = [...this.statuses.values()].flatMap((status) => status.newestStored ?? []);
    return newest.sort((a, b) => b.run.getTime() - a.run.getTime())[0];
  }

  /**
   * Returns the status of a model.
   * @throws Error if the settings don't include the model
   */
  of(modelName: string): IngestStatus {
    const status = this.statuses.get(modelName);
    if (!status) throw new Error(`the settings don't include the model ${modelName}`);
    return status;
  }
}
