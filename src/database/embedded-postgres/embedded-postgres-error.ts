/** The embedded PostgreSQL cannot run here; the message is meant for the person who starts the service. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}
