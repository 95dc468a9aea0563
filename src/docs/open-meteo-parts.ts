import { type ListedVariable, OPEN_METEO_VARIABLES } from '../apis/index.js';
import { markdownTable } from './table.js';

/** Returns the parts of the Open-Meteo guide that come from the table of variables, as Markdown by placeholder name. */
export function openMeteoParts(): Record<string, string> {
  const { steps, daily } = OPEN_METEO_VARIABLES;
  return { steps: variablesTable(steps), daily: variablesTable(daily) };
}

function variablesTable(variables: readonly ListedVariable[]): string {
  const answered = variables.filter(({ method }) => method !== undefined);
  const missing = variables.filter(({ method }) => method === undefined);
  const rows = answered.map(({ name, unit, method }) => [`\`${name}\``, unit || 'none', method!]);
  return `${markdownTable([['Variable', 'Unit', 'How it is answered'], ...rows])}
Null, with their unit: ${missing.map(({ name }) => `\`${name}\``).join(', ')}.
`;
}
