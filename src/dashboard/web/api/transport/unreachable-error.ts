/** No answer came: the service or the way to it is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("Can't reach the service.", { cause });
    this.name = 'UnreachableError';
  }
}
