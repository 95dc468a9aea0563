/** No answer came: the service or the way to it is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer.', { cause });
    this.name = 'UnreachableError';
  }
}
