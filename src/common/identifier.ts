import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { monotonicFactory } from 'ulid';
import type { IdPrefix } from '../features/names.types.js';
import { Problem } from '../http/problems/problem.js';

const nextUlid = monotonicFactory();

export const EXAMPLE_ULID = '01KAHVZ6D4Q3T5B9XG7M2N8RWC';

/** A new opaque id with its type's prefix; ids of one type sort by the time of their creation. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

/** What the ids of one type look like. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Z]{26}$`);
}

/** The id in the path, documented as what its prefix stands for. */
export function IdParam(name: string, prefix: IdPrefix): ParameterDecorator {
  const documented = ApiParam({ name, schema: { type: 'string', pattern: idPattern(prefix).source } });
  return (target, property, index) => {
    Param(name, new IdPipe(prefix))(target, property, index);
    documented(target, property!, Object.getOwnPropertyDescriptor(target, property!)!);
  };
}

/** Lets through what could be an id; anything else cannot exist, and the database need not be asked. */
export class IdPipe implements PipeTransform<string, string> {
  private readonly pattern: RegExp;

  constructor(prefix: IdPrefix) {
    this.pattern = idPattern(prefix);
  }

  transform(value: string): string {
    if (!this.pattern.test(value))
      throw new Problem('not_found', { detail: 'The path must contain a valid ID.' });
    return value;
  }
}
