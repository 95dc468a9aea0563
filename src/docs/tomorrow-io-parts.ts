import { TOMORROW_IO_FIELDS } from '../apis/index.js';
import { markdownTable } from './table.js';

/** Returns the parts of the Tomorrow.io guide that come from the table of fields, as Markdown by placeholder name. */
export function tomorrowIoParts(): Record<string, string> {
  const answered = TOMORROW_IO_FIELDS.filter(({ method }) => method !== undefined);
  const missing = TOMORROW_IO_FIELDS.filter(({ method }) => method === undefined);
  const rows = answered.map(({ name, units, measures, method }) => [
    `\`${name}\``,
    units,
    measures.map((measure) => `\`${measure}\``).join(' '),
    method!,
  ]);
  const fields = `${markdownTable([['Field', 'Unit', 'Of a day', 'How it is answered'], ...rows])}
Null: ${missing.map(({ name }) => `\`${name}\``).join(', ')}.
`;
  return { fields };
}
