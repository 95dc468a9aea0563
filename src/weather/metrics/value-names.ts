/** Maximum length of the name of a metric or daily value: the JSON of an entry has no room for longer ones. */
export const LONGEST_VALUE_NAME = 36;
/** Maximum length of the name of a metric, to which its daily values add three characters. */
export const LONGEST_METRIC_NAME = 33;
