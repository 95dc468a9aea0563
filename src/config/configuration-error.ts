/** The environment has faults; the message names all of them, one a line. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
  }
}
