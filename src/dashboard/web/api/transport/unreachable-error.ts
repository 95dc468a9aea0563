/** No response: the service or the network is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("Can't reach the service.", { cause });
    this.name = 'UnreachableError';
  }
}
