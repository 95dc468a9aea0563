import type { IdPrefix } from '../../features/names.types.js';
import { Problem } from '../problems/problem.js';
import type { PageQueryDto } from './page.dto.js';

/** One page of a list, newest entries first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

const ENTRIES_AT_ONCE = 100;

/** Reads every entry of a list, page by page. */
export async function* everyEntry<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await read({ limit: ENTRIES_AT_ONCE, ...(cursor !== undefined && { cursor }) });
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Reads one page of entries sorted by ID.
 * @param prefix the prefix of the entries' IDs; the cursor of another list is refused
 * @param find returns at most `limit` entries with IDs less than `before`, in descending order
 */
export async function readPage<T extends { id: string }, R>(
  { limit = 20, cursor }: PageQueryDto,
  prefix: IdPrefix,
  find: (page: { before?: string; limit: number }) => Promise<T[]>,
  toDto: (entry: T) => R,
): Promise<Page<R>> {
  if (cursor !== undefined && !cursor.startsWith(`${prefix}_`)) {
    throw new Problem('invalid_parameter', {
      errors: [{ parameter: 'cursor', detail: 'cursor must be a next_cursor of this list.' }],
    });
  }
  const entries = await find({ before: cursor, limit: limit + 1 });
  const data = entries.slice(0, limit);
  return { data: data.map(toDto), next_cursor: entries.length > limit ? data[data.length - 1].id : null };
}
