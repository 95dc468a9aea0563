/** What a spreadsheet may run as a formula, also after whitespace and quotes that it drops, and in full-width signs. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Characters that end a field or a line in some spreadsheets. Fields with commas and quotes are quoted anyway. */
const SEPARATOR = /[;\t\r\n]/;

/**
 * How CSV with names that people choose is written (RFC 4180): each stays in its cell, and an apostrophe keeps
 * spreadsheets from running those that look like a formula.
 */
export const CSV_CELLS = {
  cast: { string: (text: string): string => (FORMULA.test(text) ? `'${text}` : text) },
  quoted_match: SEPARATOR,
  record_delimiter: 'windows',
} as const;
