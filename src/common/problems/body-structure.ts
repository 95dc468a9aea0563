import type { RequestFault } from './problem.js';

/** No body of the service nests deeper; the validation below would run out of stack on one that does. */
const DEEPEST_LEVEL = 8;

interface Node {
  value: unknown;
  pointer: string;
  level: number;
}

/**
 * The faults of a JSON value that a validation by classes overlooks: members named as what every object inherits, such
 * as `constructor`, and endless nesting.
 */
export function structureFaults(body: unknown): RequestFault[] {
  const faults: RequestFault[] = [];
  const waiting: Node[] = [{ value: body, pointer: '', level: 0 }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, pointer, level } = node;
    if (typeof value !== 'object' || value === null) continue;
    if (level > DEEPEST_LEVEL) return [{ pointer, detail: 'The value is nested too deeply.' }];
    for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
      const child = { value: member, pointer: `${pointer}/${escapePointer(name)}`, level: level + 1 };
      if (isReserved(name)) faults.push({ pointer: child.pointer, detail: unknownName('member', name) });
      else waiting.push(child);
    }
  }
  return faults;
}

/**
 * Whether a name is one that every object inherits, so that looking it up finds a member where none was given, or the
 * `prototype` that Nest drops beside them.
 */
export function isReserved(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unknownName(noun: 'member' | 'parameter', name: string): string {
  return `There is no ${noun} "${name}" here.`;
}
