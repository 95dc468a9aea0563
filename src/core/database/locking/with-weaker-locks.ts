/** Where a statement locks the rows that it selects; not where the words are part of a policy or a trigger. */
const LOCKS = /\bfor update(?=\s*(?:of\b|skip\b|nowait\b|\)|;|$))/gi;

/**
 * Makes a statement lock rows `for no key update` instead of `for update`, which the ORM writes. Nothing deletes or
 * renumbers a locked row that others refer to, so inserting a row with a foreign key to it needn't wait.
 */
export function withWeakerLocks(sql: string): string {
  return sql.replace(LOCKS, 'for no key update');
}
