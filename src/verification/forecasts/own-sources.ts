import { CLIMATOLOGY, CORRECTED_FIELDS } from '../../weather/verification/index.js';

/** The forecast that is served for `source=auto`. */
export const AUTO = 'auto';
/** The same, without what the station itself suggests: what a place between stations gets. */
export const AUTO_WITHOUT_STATION = 'auto_without_station';
/** The same, without any correction, which corrections are learned from. It is no source that is shown. */
export const AUTO_UNCORRECTED = 'auto_uncorrected';

/** What is scored of these sources: where they can't differ from `auto`, have no values, or nobody reads them, sums would only take space. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [AUTO_WITHOUT_STATION]: CORRECTED_FIELDS,
  [AUTO_UNCORRECTED]: ['temperatureP10P90'],
  [CLIMATOLOGY]: ['temperature', 'dewPoint', 'pressureSurfaceLevel'],
};

/** Whether a source isn't scored for a field. */
export function isLeftOut(source: string, field: string): boolean {
  return FIELDS[source]?.includes(field) === false;
}
