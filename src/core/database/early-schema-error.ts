/** Only some of the migrations from before the first release have run. */
export class EarlySchemaError extends Error {
  constructor(what: 'database' | 'backup') {
    super(
      `The ${what} has an early schema from before the first release, which this version cannot migrate. ` +
        (what === 'database'
          ? 'Migrate it with the last version from before the release first.'
          : 'Restore it with the version that made it.'),
    );
  }
}
