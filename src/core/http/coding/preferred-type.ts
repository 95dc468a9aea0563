/**
 * Returns the media type that an `Accept` header prefers (RFC 9110, 12.5.1). Among equally preferred types the first
 * wins. If the header accepts none of them, the first one is served, as the RFC allows.
 *
 * @param offered without parameters, the preferred one first
 */
export function preferredType<T extends string>(accept: string | undefined, offered: readonly T[]): T {
  if (!accept) return offered[0];
  const qualities = offered.map((type) => quality(accept, type));
  return offered[qualities.indexOf(Math.max(...qualities))];
}

/** Returns the quality value of a type, from the most specific range that matches it. */
function quality(accept: string, type: string): number {
  const ranges = accept.split(',').map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()));
  for (const name of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = ranges.find(([first]) => first === name);
    if (!range) continue;
    const given = range.find((piece) => piece.startsWith('q='));
    return given === undefined ? 1 : Number(given.slice(2)) || 0;
  }
  return 0;
}
