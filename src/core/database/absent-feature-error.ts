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
