import * as z from 'zod/mini';

/** The type of an object by the schemas of its members, whose comments a schema of the object would not pass on. */
export type Members<T extends z.core.$ZodLooseShape> = z.infer<z.ZodMiniObject<T>>;

export const TEXT = fitting(/\S/, 'a text');
export const SWITCH = z.boolean('true or false');

export function fitting(pattern: RegExp, expected: string) {
  return z.string(expected).check(z.regex(pattern, expected));
}

export function functionOf<T>() {
  return z.custom<T>((value) => typeof value === 'function', 'a function');
}

export function listOf<T extends z.ZodMiniType>(entry: T) {
  return z.readonly(z.array(entry));
}

/** A list with at least one entry. */
export function someOf<T extends z.ZodMiniType>(entry: T) {
  return z.readonly(z.array(entry).check(z.minLength(1)));
}

/** Refuses a value as a whole, whatever is wrong within it. */
export function whole<T extends z.ZodMiniType>(expected: string, schema: T) {
  return z.custom<z.infer<T>>((value) => schema.safeParse(value).success, expected);
}

/**
 * Returns the path of a value that the schema refuses, and what it must be. A member that nobody knows comes first: it
 * is often why another one is missing.
 */
export function faultOf(
  schema: z.ZodMiniType,
  value: unknown,
  noun: string,
): [path: string[], expected: string] | undefined {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const surplus = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (surplus)
    return [[...surplus.path, surplus.keys[0]].map(String), `left out: a ${noun} has no such member`];
  const [issue] = issues.map(deepest);
  return issue && [issue.path.map(String), issue.message];
}

/** Returns the fault of a key, or of the form that a value is most like. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const forms = 'errors' in issue ? issue.errors.map(([first]) => first) : [];
  const causes = issue.code === 'invalid_key' ? issue.issues : forms;
  const [cause] = causes.toSorted((one, other) => other.path.length - one.path.length);
  return cause ? { ...cause, path: [...issue.path, ...cause.path] } : issue;
}
