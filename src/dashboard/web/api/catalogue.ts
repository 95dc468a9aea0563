import type { Runs } from './schemas.ts';
import { answerQuery } from './transport/queries.ts';

const UNCHANGING = { staleTime: Infinity };

/** The weather fields with their units. */
export const fieldsQuery = answerQuery('get', '/v1/weather/fields', undefined, UNCHANGING);

export const weatherCodesQuery = answerQuery('get', '/v1/weather/codes', undefined, UNCHANGING);

/** The scopes of clients and their keys, or of personal access tokens. */
export const scopesQuery = (holder?: 'token') =>
  answerQuery('get', '/v1/scopes', { params: { query: { holder } } }, UNCHANGING);

const MOST_PLACES = 8;

/** Places whose names match the typed text. They change only with the version of the service. */
export const placesQuery = (query: string) =>
  answerQuery(
    'get',
    '/v1/places',
    { params: { query: { query, limit: MOST_PLACES, language: navigator.language } } },
    { ...UNCHANGING, retry: false },
  );

/** The model runs that the service has or is fetching. */
export const runsQuery = answerQuery('get', '/v1/weather/runs', undefined, { refetchInterval: 15_000 });

/** Whether an operator should look at the service's models. */
export const needsAttention = ({ models, damaged }: Runs): boolean =>
  damaged.length > 0 || models.some(({ state }) => state.needsAttention);
