import type { IdPrefix } from '../../features/names.types.js';
import { Problem } from '../problems/problem.js';
import type { PageQueryDto } from './page.dto.js';

/** One page of a list, newest entries first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
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
