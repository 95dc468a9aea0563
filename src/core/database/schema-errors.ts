/** Only some of the migrations of version 0.1.0 have run. */
export class OlderSchemaError extends Error {
  constructor(what: 'database' | 'backup') {
    super(
      `The ${what} has an older schema than this version can migrate. ` +
        (what === 'database'
          ? 'Start version 0.1.0 (commit 70ecd6eb) on it first, then this version.'
          : 'Restore it with version 0.1.0 (commit 70ecd6eb), then start this version on that database.'),
    );
  }
}

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

/**
 * The database or backup has tables of a feature that isn't loaded. It may as well be part of a newer version, so nobody
 * is told how to remove it.
 */
export class AbsentFeatureError extends Error {
  constructor(what: 'database' | 'backup', names: string) {
    super(
      `The ${what} has tables of a feature that is missing: ${names}. Name its module in FEATURES or, if it is part of a ` +
        'newer version of the service, start that version.',
    );
  }
}
