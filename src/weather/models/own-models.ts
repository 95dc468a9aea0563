import { aifs } from './aifs/aifs.model.js';
import { gefs } from './gefs/gefs.model.js';
import { gfs } from './gfs/gfs.model.js';
import { iconEu } from './icon-eu/icon-eu.model.js';
import { ifs } from './ifs/ifs.model.js';
import { type Model } from './model.js';

/** The built-in models. */
export const OWN_MODELS: readonly Model[] = [gfs, ifs, aifs, iconEu, gefs];

/**
 * The models that are ingested if `MODELS` is not set. IFS is the best global model, and GFS has what it lacks, above
 * all visibility; beyond 120 hours that isn't worth the download (the guide on model runs has the figures). The members
 * of GEFS provide the probability of precipitation; it comes last, so that it is looked for after the models that make
 * the first forecast.
 */
export const DEFAULT_MODELS = ['ifs', 'gfs:120', 'gefs'];
