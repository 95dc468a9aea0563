import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../core/config/index.js';

/** The models that are ingested and can be requested individually, in order of preference. */
@Injectable()
export class ComparableModels {
  readonly names: readonly string[];

  constructor({ models }: Configuration) {
    this.names = models.filter(({ model }) => !model.ensemble).map(({ model }) => model.name);
  }
}
