import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import type { IdPrefix } from '../features/names.types.js';
import { Problem } from './problems/problem.js';

const nextUlid = monotonicFactory();

export const EXAMPLE_ULID = '01KAHVZ6D4Q3T5B9XG7M2N8RWC';

/** Returns a new opaque ID with its type's prefix. IDs of one type sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid()}`;
}

const ULID_TIME_CHARACTERS = 10;

/** Returns a lower bound of the IDs that are created from a time on: all earlier IDs are smaller. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${encodeTime(ms, ULID_TIME_CHARACTERS)}`;
}

/** Returns when an ID was created. */
export function creationOf(id: string): Date {
  return new Date(decodeTime(id.slice(id.indexOf('_') + 1)));
}

/** The pattern of the IDs of one type. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Z]{26}$`);
}

/** An ID path parameter, documented with the pattern of its prefix. */
export function IdParam(name: string, prefix: IdPrefix): ParameterDecorator {
  const documented = ApiParam({ name, schema: { type: 'string', pattern: idPattern(prefix).source } });
  return (target, property, index) => {
    Param(name, new IdPipe(prefix))(target, property, index);
    documented(target, property!, Object.getOwnPropertyDescriptor(target, property!)!);
  };
}

/** Rejects anything that can't be an ID with `not_found`, without a database query. */
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
