import { aifs } from './aifs/aifs.model.js';
import { gefs } from './gefs/gefs.model.js';
import { gfs } from './gfs/gfs.model.js';
import { iconEu } from './icon-eu/icon-eu.model.js';
import { ifs } from './ifs/ifs.model.js';
import { type Model } from './model.js';

/** The models that the service itself brings. */
export const OWN_MODELS: readonly Model[] = [gfs, ifs, aifs, iconEu, gefs];

/**
 * What is taken where `MODELS` is not set. IFS is the best global model, and GFS has what it lacks, above all visibility; further
 * on than 120 hours that is worth less than its download, of which the guide on model runs has the figures. The members of
 * GEFS say how probable precipitation is; as the last one it is looked for after what makes the first forecast.
 */
export const DEFAULT_MODELS = ['ifs', 'gfs:120', 'gefs'];
