import { beforeEach, expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { fetchOutdated } from '../../../src/dashboard/web/api/transport/outdated.js';

const CLIENT = { params: { path: { clientId: 'one' } } };
const KEYS = [
  ['get', '/v1/clients', { params: { query: { limit: 50 } } }],
  ['get', '/v1/clients/{clientId}', CLIENT],
  ['get', '/v1/clients/{clientId}/api-keys', CLIENT],
  ['get', '/v1/clients/{clientId}', { params: { path: { clientId: 'other' } } }],
  ['get', '/v1/clients-of-old'],
  ['get', '/v1/usage/quota', { params: { query: { client_id: 'one' } } }],
  ['get', '/v1/audit'],
  ['forecast', 'one'],
];

const queryClient = new QueryClient();
beforeEach(() => {
  queryClient.clear();
  for (const key of KEYS) queryClient.setQueryData(key, {});
});

interface Meta {
  outdates?: 'everything' | `/v1/${string}`[];
}

/** The indexes of the keys whose answers are outdated, and of those that are gone. */
function marks() {
  const states = KEYS.map((key) => queryClient.getQueryState(key));
  return {
    outdated: KEYS.flatMap((_, i) => (states[i]?.isInvalidated ? [i] : [])),
    gone: KEYS.flatMap((_, i) => (states[i] === undefined ? [i] : [])),
  };
}

const cases: [
  name: string,
  method: string,
  path: string,
  meta: Meta | undefined,
  outdated: number[],
  gone: number[],
][] = [
  [
    'a change, everything below its resource',
    'patch',
    '/v1/clients/{clientId}',
    undefined,
    [0, 1, 2, 3, 6],
    [],
  ],
  [
    'a deletion, the others; its own answers are gone',
    'delete',
    '/v1/clients/{clientId}',
    undefined,
    [0, 3, 6],
    [1, 2],
  ],
  [
    'a change of more, what it names',
    'patch',
    '/v1/clients/{clientId}',
    { outdates: ['/v1/usage/quota'] },
    [5, 6],
    [],
  ],
  [
    'a change that leaves the page, the audit trail alone',
    'delete',
    '/v1/clients/{clientId}',
    { outdates: [] },
    [6],
    [],
  ],
  [
    'a change of access, everything',
    'post',
    '/v1/clients',
    { outdates: 'everything' },
    [0, 1, 2, 3, 4, 5, 6, 7],
    [],
  ],
  ['a download, nothing', 'get', '/v1/usage', undefined, [], []],
];

test.each(cases)('outdated by %s', async (_, method, path, meta, outdated, gone) => {
  await fetchOutdated(queryClient, { mutationKey: [method, path], meta }, CLIENT);

  expect(marks()).toEqual({ outdated, gone });
});
