/** A feature is invalid or can't be loaded. The message names it, in one line. */
export class FeatureError extends Error {}
