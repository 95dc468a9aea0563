/** The forecast that is served for `source=auto`. */
export const AUTO = 'auto';
/** The same, without what the station itself suggests: what a place between stations gets. */
export const AUTO_WITHOUT_STATION = 'auto_without_station';
/** The same, without any correction, which corrections are learned from. It is no source that is shown. */
export const AUTO_UNCORRECTED = 'auto_uncorrected';
