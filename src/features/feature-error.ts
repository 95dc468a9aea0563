/** A feature cannot be part of the application; the message names it, in one line. */
export class FeatureError extends Error {}
