import { it } from '@jest/globals';
import type { ApiCaller } from './api-caller.js';
import { expectProblem } from './problems.js';

/** Queries that every list refuses, with the invalid parameter. */
const REFUSED_BY_LISTS = [
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['limit', 'limit=1e1'],
  ['limit', 'limit='],
  ['cursor', 'cursor=x'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['order', 'order=asc'],
];

/** @param others further queries that this list refuses */
export function itRefusesParameters(
  caller: () => ApiCaller,
  instance: string,
  others: [parameter: string, query: string][] = [],
): void {
  it.each([...REFUSED_BY_LISTS, ...others])('refuses the parameter %s of ?%s', async (parameter, query) => {
    const answer = await caller().get(`${instance}?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: [parameter] });
  });
}
