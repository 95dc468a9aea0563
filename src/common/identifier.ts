import type { PipeTransform } from '@nestjs/common';
import { monotonicFactory } from 'ulid';
import { Problem } from './problems/problem.js';

const nextUlid = monotonicFactory();

export type IdPrefix = 'acc' | 'ses' | 'cli' | 'key' | 'aud' | 'req';

/** A new opaque id with its type's prefix; ids of one type sort by the time of their creation. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

/** Lets through what could be an id; anything else cannot exist, and the database need not be asked. */
export class IdPipe implements PipeTransform<string, string> {
  private readonly pattern: RegExp;

  constructor(prefix: IdPrefix) {
    this.pattern = new RegExp(`^${prefix}_[0-9A-Z]{26}$`);
  }

  transform(value: string): string {
    if (!this.pattern.test(value))
      throw new Problem('not_found', { detail: 'The path has something else than an id.' });
    return value;
  }
}
