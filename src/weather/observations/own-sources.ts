import { DWD } from './dwd/dwd.source.js';
import { METAR } from './metar/metar.source.js';
import type { ObservationSource } from './observation-source.js';

/** All sources of station reports: `OBSERVATIONS` selects among them. */
export const OBSERVATION_SOURCES: readonly ObservationSource[] = [METAR, DWD];
/** Those that are read unless `OBSERVATIONS` says otherwise. */
export const DEFAULT_SOURCES: readonly ObservationSource[] = [METAR];
