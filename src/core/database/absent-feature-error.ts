/** The database or backup has tables of a feature that isn't loaded. */
export class AbsentFeatureError extends Error {
  constructor(what: 'database' | 'backup', names: string) {
    super(
      `The ${what} has tables of a feature that is missing: ${names}. Name its module in FEATURES. To remove it from a ` +
        'database for good, make a backup while FEATURES names it, then run `npm run migrate -- --remove-feature <name>`.',
    );
  }
}
