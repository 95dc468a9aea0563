import { raw } from '@mikro-orm/postgresql';

/** Returns a filter for columns that contain a text, ignoring case and Unicode composition. */
export function containing(column: string, text: string): Record<string, unknown> {
  const pattern = `%${text.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return { [raw((alias) => `normalize(${alias}.${column})`)]: { $ilike: pattern } };
}
