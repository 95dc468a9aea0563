import { raw } from '@mikro-orm/postgresql';

/** That a column holds a text as a part, in any case and however letters are composed. */
export function containing(column: string, text: string): Record<string, unknown> {
  const pattern = `%${text.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return { [raw((alias) => `normalize(${alias}.${column})`)]: { $ilike: pattern } };
}
