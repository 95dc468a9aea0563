/** A published run that cannot be read, and why. */
export class RunFaultError extends Error {
  override readonly name: string = 'RunFaultError';
}

/** A run that differs from what was written, in its checksums, sizes or files, or that the disk cannot read. */
export class DamagedRunError extends RunFaultError {
  override readonly name = 'DamagedRunError';
}

/** System errors caused by the process or by file permissions, which say nothing about the file's contents. */
const NOT_OF_THE_FILE = ['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM'];

/** Converts a system error (EIO, ENOENT, ...) into the damage that it indicates; returns any other error unchanged. */
export function asDamage(error: unknown): unknown {
  const { errno, code = '', message } = error as NodeJS.ErrnoException;
  if (errno === undefined || NOT_OF_THE_FILE.includes(code)) return error;
  return new DamagedRunError(message, { cause: error });
}
