import { aifs } from './aifs/aifs.model.js';
import { gfs } from './gfs/gfs.model.js';
import { iconEu } from './icon-eu/icon-eu.model.js';
import { ifs } from './ifs/ifs.model.js';
import { type Model } from './model.js';

/** The models that the service itself brings. */
export const OWN_MODELS: readonly Model[] = [gfs, ifs, aifs, iconEu];
