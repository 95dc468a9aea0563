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
