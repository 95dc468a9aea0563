import * as z from 'zod/mini';

/** The type of an object by the schemas of its members, whose comments a schema of the object would not pass on. */
export type Members<T extends z.core.$ZodLooseShape> = z.infer<z.ZodMiniObject<T>>;

export const TEXT = fitting(/\S/, 'a text');

export function fitting(pattern: RegExp, expected: string) {
  return z.string(expected).check(z.regex(pattern, expected));
}

/** A list with at least one entry. */
export function someOf<T extends z.ZodMiniType>(entry: T) {
  return z.readonly(z.array(entry).check(z.minLength(1)));
}
