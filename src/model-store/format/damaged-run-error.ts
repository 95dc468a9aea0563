import { RunFaultError } from './run-fault-error.js';

/** A run that is not what was written: its checksums, its size or its files differ, or the disk cannot read it. */
export class DamagedRunError extends RunFaultError {
  override readonly name = 'DamagedRunError';
}

/** Errors of the system that lie in the process or in the rights of the files, and tell nothing about what is in them. */
const NOT_OF_THE_FILE = ['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM'];

/** The same error, or the damage that an error of the system (EIO, ENOENT, ...) stands for. */
export function asDamage(error: unknown): unknown {
  const { errno, code = '', message } = error as NodeJS.ErrnoException;
  if (errno === undefined || NOT_OF_THE_FILE.includes(code)) return error;
  return new DamagedRunError(message, { cause: error });
}
