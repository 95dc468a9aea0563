/** A published run that cannot be read, and why. */
export class RunFaultError extends Error {
  override readonly name: string = 'RunFaultError';
}
