import { type Model } from './model.js';

/** Gives the facts about a model their type where they are written. */
export function defineModel(model: Model): Model {
  return model;
}
