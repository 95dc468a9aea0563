import { type Model } from './model.js';

/** Makes the compiler check a model where it is written. */
export function defineModel(model: Model): Model {
  return model;
}
