import type { Type } from '@nestjs/common';

/** Gives hooks the providers of the application. */
export interface HookContext {
  /** Returns the provider, from whichever module has it. */
  readonly get: <T>(provider: Type<T>) => T;
}
