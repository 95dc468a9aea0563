/** The key secret isn't the one that the keys in the database are hashed with. */
export class KeySecretError extends Error {}
