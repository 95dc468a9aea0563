/** The environment has faults. The message lists all of them, one per line. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
  }
}
