import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';

/** The models that the service takes and that can be asked for one by one; the preferred one first. */
@Injectable()
export class ComparableModels {
  readonly names: readonly string[];

  constructor({ models }: Configuration) {
    this.names = models.filter(({ model }) => !model.ensemble).map(({ model }) => model.name);
  }
}
