import createQueries from 'openapi-react-query';
import type { InfiniteData, keepPreviousData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import type { paths } from '../schemas.ts';
import { api } from './client.ts';

/** The operations of the API, whose calls here fail with an Error instead of returning a problem. */
type Throwing = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: paths[Path][Method] extends { responses: infer Responses }
      ? Omit<paths[Path][Method], 'responses'> & {
          responses: Pick<Responses, keyof Responses & (200 | 201 | 202 | 204)> & {
            500: { content: { 'application/json': Error } };
          };
        }
      : paths[Path][Method];
  };
};

const queries = createQueries(api as unknown as Client<Throwing, 'application/json'>);

/** The options of a query: `answerQuery('get', '/v1/weather/fields')`. */
export const answerQuery = queries.queryOptions;

/** The answer of an operation: `useAnswer('get', '/v1/weather/fields')`. */
export const useAnswer = queries.useQuery;

/** A mutation: `useChange('post', '/v1/clients')`. What it makes outdated is fetched again; see `outdated.ts`. */
export const useChange = queries.useMutation;

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

type JsonOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The paths whose answers are pages. */
type PagedPath = {
  [Path in keyof paths]: paths[Path] extends { get: infer Get }
    ? JsonOf<Get> extends Page
      ? Path
      : never
    : never;
}[keyof paths];

interface PagesOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
  staleTime?: number;
  /** Shows the previous rows until those of a changed filter are there. */
  placeholderData?: typeof keepPreviousData;
}

/** A list of the API, page by page, newest first. Show it with a `PagedTable`. */
export function usePages<Path extends PagedPath>(
  path: Path,
  params: Omit<Extract<paths[Path], { get: unknown }>['get']['parameters'], 'header' | 'cookie'>,
  options?: PagesOptions,
) {
  const pages = queries.useInfiniteQuery(
    'get',
    path,
    { params } as never,
    {
      initialPageParam: null,
      getNextPageParam: (page: Page) => page.next_cursor,
      ...options,
    } as never,
  );
  return pages as unknown as UseInfiniteQueryResult<
    InfiniteData<JsonOf<Extract<paths[Path], { get: unknown }>['get']>>
  >;
}
