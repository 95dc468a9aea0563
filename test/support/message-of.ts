/** Returns the message of the error of this kind that `work` throws, or undefined if it throws none. */
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
