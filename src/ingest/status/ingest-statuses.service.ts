import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { IngestStatus, type NewestStored } from './ingest-status.js';

/** What the ingest of each model is doing. */
@Injectable()
export class IngestStatusesService {
  /** By the model's name. */
  private readonly statuses: ReadonlyMap<string, IngestStatus>;
  private readonly listeners: (() => void)[] = [];

  constructor(configuration: Configuration) {
    const changed = () => this.listeners.forEach((listener) => listener());
    const models = configuration.models.map(({ model }) => model.name);
    this.statuses = new Map(models.map((model) => [model, new IngestStatus(changed)]));
  }

  /** Told when an ingest does something else, or has published a run. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Runs that were published since the process started. */
  get publications(): number {
    return [...this.statuses.values()].reduce((sum, { publications }) => sum + publications, 0);
  }

  /** The newest run of the store that this process takes runs to; undefined in one that takes none, or has not looked. */
  newestStored(): NewestStored | undefined {
    const newest = [...this.statuses.values()].flatMap((status) => status.newestStored ?? []);
    return newest.sort((a, b) => b.run.getTime() - a.run.getTime())[0];
  }

  /** Of a model that the settings let the service take. */
  of(modelName: string): IngestStatus {
    const status = this.statuses.get(modelName);
    if (!status) throw new Error(`the settings don't include the model ${modelName}`);
    return status;
  }
}
