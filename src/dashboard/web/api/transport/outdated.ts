import type { MutationOptions, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Beginnings of the paths whose answers the change makes outdated; by default its own resource. */
      outdates?: 'everything' | `/v1/${string}`[];
    };
  }
}

/** Fetches again what a change made outdated. A change of `/v1/clients/{clientId}` concerns all of `/v1/clients`. */
export async function fetchOutdated(
  queryClient: QueryClient,
  { mutationKey = [], meta }: Pick<MutationOptions, 'mutationKey' | 'meta'>,
  variables: unknown,
): Promise<void> {
  const [method, path] = mutationKey as [string?, string?];
  if (method === 'get') return;
  // Most changes are audited.
  void queryClient.invalidateQueries({ predicate: isBelow('/v1/audit') });
  if (method === undefined || path === undefined) return;
  if (meta?.outdates === 'everything') return queryClient.invalidateQueries();
  // What was deleted can't be fetched again.
  if (method === 'delete' && path.endsWith('}') && meta?.outdates?.length !== 0)
    queryClient.removeQueries({ predicate: isBelow(path, paramsOf(variables)) });
  const outdated: string[] = meta?.outdates ?? [path.split('/', 3).join('/')];
  await Promise.all(outdated.map((start) => queryClient.invalidateQueries({ predicate: isBelow(start) })));
}

type Params = Record<string, unknown>;

const paramsOf = (init: unknown): Params =>
  (init as { params?: { path?: Params } } | undefined)?.params?.path ?? {};

/** Whether a query's key, `[method, path, init]`, begins with the path and has the given path parameters. */
export const isBelow =
  (start: string, params: Params = {}) =>
  ({ queryKey: [, path, init] }: { queryKey: readonly unknown[] }) =>
    `${String(path)}/`.startsWith(`${start}/`) &&
    Object.entries(params).every(([name, value]) => paramsOf(init)[name] === value);
