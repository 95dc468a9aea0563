/** A later version wrote the data, which this one might misread. */
export class NewerSchemaError extends Error {
  constructor(what: 'database' | 'backup', unknown: readonly string[]) {
    super(
      `The ${what} has a newer schema than this version knows: ${unknown.join(', ')}. ` +
        (what === 'database'
          ? 'Start the version that migrated it, or a later one; to go back, restore the backup from before.'
          : 'Restore it with the version that made it, or a later one.'),
    );
  }
}
