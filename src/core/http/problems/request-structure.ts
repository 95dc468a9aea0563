import type { FastifyRequest } from 'fastify';
import type { RequestFault } from './problem.js';
import { quoted } from './hidden-secrets.js';

/** The fault of a path that the router cannot parse. */
export const UNREADABLE_PATH: RequestFault = {
  parameter: 'path',
  detail: 'The path is not a valid URL path, or a part of it is too long.',
};

/** No body of the API nests deeper. Validating one that does could overflow the stack. */
const DEEPEST_LEVEL = 8;
/** A batch of 100 locations has some 500 values. */
export const MOST_VALUES = 700;
const MOST_MEMBERS = 40;
export const MOST_PARAMETERS = 100;
export const LONGEST_NAME = 100;
const NO_FAULTS: RequestFault[] = [];

/** Returns the maximum number of values in the request's body. */
export function mostValues({ routeOptions }: FastifyRequest): number {
  return routeOptions.config.mostBody?.values ?? MOST_VALUES;
}

/** Returns the fault of a body, or of a value in it, with too many values. */
export function manyValues(most: number, pointer = ''): RequestFault[] {
  return [{ pointer, detail: `The ${pointer === '' ? 'body' : 'value'} has more than ${most} values.` }];
}

interface Node {
  value: object;
  pointer: string;
  level: number;
}

const WHOLE_BODY = { pointer: '', level: 0 };

/**
 * Returns the structural faults of a JSON value, found before its members are validated: more values, longer names or
 * deeper nesting than any body of the API has, and names that every object inherits, such as `constructor`. A value
 * that passes is small enough for any validation.
 *
 * @param start the pointer to the value in the body, and how deep it is
 */
export function structureFaults(
  value: unknown,
  most = MOST_VALUES,
  start: Omit<Node, 'value'> = WHOLE_BODY,
): RequestFault[] {
  if (!isObject(value)) return NO_FAULTS;
  const faults: RequestFault[] = [];
  const waiting: Node[] = [{ value, ...start }];
  let values = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, pointer, level } = node;
    const fault = (detail: string) => [{ pointer, detail }];
    if (level > DEEPEST_LEVEL) return fault('The value is nested too deeply.');
    const names = Object.keys(value);
    values += names.length;
    if (!Array.isArray(value) && names.length > MOST_MEMBERS)
      return fault(`An object may have at most ${MOST_MEMBERS} members; this one has ${names.length}.`);
    if (values > most) return manyValues(most, start.pointer);
    for (const name of names) {
      if (name.length > LONGEST_NAME) return fault(unknownName('member', name));
      const childPointer = `${pointer}/${escapePointer(name)}`;
      const child = (value as Record<string, unknown>)[name];
      if (isReserved(name)) faults.push({ pointer: childPointer, detail: unknownName('member', name) });
      else if (isObject(child)) waiting.push({ value: child, pointer: childPointer, level: level + 1 });
    }
  }
  return faults;
}

/** Returns the structural faults of a query: too many parameters, or names that are too long. */
export function queryFaults(query: Record<string, string | string[]>): RequestFault[] {
  let parameters = 0;
  for (const name in query) {
    if (name.length > LONGEST_NAME)
      return [{ parameter: quoted(name), detail: unknownName('parameter', name) }];
    const value = query[name];
    parameters += typeof value === 'string' ? 1 : value.length;
  }
  if (parameters <= MOST_PARAMETERS) return NO_FAULTS;
  return [{ parameter: 'query', detail: `A query can have at most ${MOST_PARAMETERS} parameters.` }];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a name is inherited by every object, so that looking it up finds a member even if none was given, or is
 * `prototype`, which Nest drops as well.
 */
export function isReserved(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unknownName(noun: 'member' | 'parameter', name: string): string {
  return `Unknown ${noun} "${quoted(name)}".`;
}
