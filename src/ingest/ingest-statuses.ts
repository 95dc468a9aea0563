import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { modelTargets } from '../models/model-targets.js';
import { IngestStatus } from './ingest-status.js';

/** What the ingest of each model is doing. */
@Injectable()
export class IngestStatuses {
  /** By the model's name. */
  private readonly statuses: ReadonlyMap<string, IngestStatus>;

  constructor(configuration: Configuration) {
    this.statuses = new Map(modelTargets(configuration).map(({ model }) => [model.name, new IngestStatus()]));
  }

  /** Of a model that the settings let the service take. */
  of(modelName: string): IngestStatus {
    const status = this.statuses.get(modelName);
    if (!status) throw new Error(`the settings have no model ${modelName}`);
    return status;
  }
}
