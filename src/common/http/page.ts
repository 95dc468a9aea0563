import type { PageQueryDto } from './page.dto.js';

/** A part of a list, newest entries first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/**
 * Reads one page of entries that sort by their id.
 * @param find answers entries with smaller ids than `before`, in descending order, at most `limit`.
 */
export async function readPage<T extends { id: string }, R>(
  { limit = 20, cursor }: PageQueryDto,
  find: (page: { before?: string; limit: number }) => Promise<T[]>,
  toDto: (entry: T) => R,
): Promise<Page<R>> {
  const entries = await find({ before: cursor, limit: limit + 1 });
  const data = entries.slice(0, limit);
  return { data: data.map(toDto), next_cursor: entries.length > limit ? data[data.length - 1].id : null };
}
