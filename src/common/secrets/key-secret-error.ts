/** The secret is not the one that the database's keys are hashed with. */
export class KeySecretError extends Error {}
