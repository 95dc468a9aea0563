import { gfs } from './gfs/gfs.model.js';
import { type Model } from './model.js';

export type ModelName = 'gfs';

/** Every model that the service can take runs of. */
export const MODELS: Record<ModelName, Model> = { gfs };
