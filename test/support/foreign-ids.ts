import { expect, it } from '@jest/globals';
import { type IdPrefix, newId } from '../../src/common/identifier.js';
import { type Answer, createApiKey, createClient, type SignedInCaller } from './api-caller.js';
import { expectProblem } from './problems.js';

/** A client and a key of it, which somebody else owns. */
export interface Foreign {
  clientId: string;
  keyId: string;
}

export async function createForeign(owner: SignedInCaller): Promise<Foreign> {
  const clientId = await createClient(owner);
  return { clientId, keyId: (await createApiKey(owner, clientId)).id };
}

/** What stands in a path in place of an id, and is none. */
const NO_IDS = [
  'x',
  '%00',
  'cli_%00',
  'null',
  'cli_',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FA',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FAVX',
  'cli_01arz3ndektsv4rrffq69g5fav',
  'CLI_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  `cli_01ARZ3NDEKTSV4RRFFQ69G5FAV%20`,
  '%F0%9F%8C%A9',
  `'%20or%201=1--`,
];

interface IdRoute {
  /** The id of somebody else. */
  foreignId: () => string;
  prefix: IdPrefix;
  call: (id: string) => Promise<Answer>;
  path: (id: string) => string;
}

/** 404 for what does not exist, what belongs to somebody else, and what is no id at all. */
export function itHidesForeignIds({ foreignId, prefix, call, path }: IdRoute): void {
  it("answers somebody else's id as a missing one", async () => {
    const missingId = newId(prefix);
    const foreign = await call(foreignId());
    const missing = await call(missingId);

    expectProblem(foreign, 404, 'not_found', { instance: path(foreignId()) });
    expect(JSON.parse(JSON.stringify(foreign.body).replaceAll(foreignId(), missingId))).toEqual(missing.body);
  });

  it.each(NO_IDS.map((id) => id.replace(/^cli_/, `${prefix}_`)))('answers 404 for %s', async (id) => {
    expectProblem(await call(id), 404, 'not_found', { instance: path(id) });
  });
}
