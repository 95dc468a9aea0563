import { describe, expect, it } from '@jest/globals';
import { IdPipe, newId } from '../../../../src/core/http/identifier.js';
import { Problem } from '../../../../src/core/http/problems/problem.js';

describe('newId', () => {
  it('generates unique ids that sort by creation, even within a millisecond', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('key'));

    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('generates ids that only the pipe with their prefix accepts', () => {
    const id = newId('cli');

    expect(new IdPipe('cli').transform(id)).toBe(id);
    expect(() => new IdPipe('key').transform(id)).toThrow(Problem);
    expect(() => new IdPipe('cli').transform(`${id}\n`)).toThrow(Problem);
  });
});
