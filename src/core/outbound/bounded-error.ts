const MOST_CHARACTERS = 1_000;
const MOST_CAUSES = 5;

/**
 * Returns a copy of an error that is safe to log even if parts of it come from a third party: names, messages and
 * stacks, each truncated.
 */
export function boundedError(error: unknown, causesLeft = MOST_CAUSES): Error {
  const { name, message, code, stack, cause } = partsOf(error);
  const hasCause = cause !== undefined && causesLeft > 0;
  const bounded = new Error(
    cut(message) ?? 'No message',
    hasCause ? { cause: boundedError(cause, causesLeft - 1) } : undefined,
  );
  const known = { name: cut(name) ?? 'Error', stack: cut(stack) };
  return Object.assign(bounded, known, cut(code) !== undefined && { code: cut(code) });
}

function partsOf(error: unknown): Record<string, unknown> {
  return typeof error === 'object' && error !== null
    ? (error as Record<string, unknown>)
    : { message: error };
}

function cut(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : undefined;
}
