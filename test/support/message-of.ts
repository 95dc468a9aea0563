/** What an error of the kind says; undefined where there is none. */
export function messageOf(
  work: () => unknown,
  kind: new (...parameters: never[]) => Error,
): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof kind) return error.message;
    throw error;
  }
}
