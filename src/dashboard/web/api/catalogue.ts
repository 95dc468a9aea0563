import type { Runs } from './schemas.ts';
import { answerQuery } from './transport/queries.ts';

const UNCHANGING = { staleTime: Infinity };

/** The weather fields with their units. */
export const fieldsQuery = answerQuery('get', '/v1/weather/fields', undefined, UNCHANGING);

export const weatherCodesQuery = answerQuery('get', '/v1/weather/codes', undefined, UNCHANGING);

/** The scopes of clients and their keys, or of personal access tokens. */
export const scopesQuery = (holder?: 'token') =>
  answerQuery('get', '/v1/scopes', { params: { query: { holder } } }, UNCHANGING);

/** The model runs that the service has or is fetching. */
export const runsQuery = answerQuery('get', '/v1/weather/runs', undefined, { refetchInterval: 15_000 });

/** Whether an operator should look at the service's models. */
export const needsAttention = ({ models, damaged }: Runs): boolean =>
  damaged.length > 0 || models.some(({ state }) => state.needsAttention);
