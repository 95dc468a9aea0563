/** The database was migrated by a later version, which this one might misread. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database has a newer schema than this version knows: ${unknown.join(', ')}. ` +
        'Start the version that migrated it, or a later one; to go back, restore the backup from before.',
    );
  }
}
