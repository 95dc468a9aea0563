/** Another feature, which is not there now, has tables in what is read. */
export class AbsentFeatureError extends Error {
  constructor(what: 'database' | 'backup', names: string) {
    super(
      `The ${what} has tables of a feature that is missing: ${names}. Name its module in FEATURES. To remove it from a ` +
        'database for good, make a backup while FEATURES names it, then run `npm run migrate -- --remove-feature <name>`.',
    );
  }
}
