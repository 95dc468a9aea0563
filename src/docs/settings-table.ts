import type { FeatureSet } from '../core/features/index.js';
import { markdownTable } from './table.js';

/** Returns the settings that features declare, as Markdown; nothing if there are none. */
export function settingsTable({ settings }: FeatureSet): string {
  if (settings.length === 0) return '';
  const rows = settings.map(({ feature, name, setting }) => [
    `\`${name}\``,
    setting.required ? 'required' : defaultOf(setting.default),
    `${setting.description} (\`${feature}\`)`,
  ]);
  return `## Settings of features\n\n${markdownTable([['name', 'default', 'meaning'], ...rows])}`;
}

function defaultOf(value: string | number | boolean | undefined): string {
  if (value === undefined) return 'none';
  return `\`${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}\``;
}
