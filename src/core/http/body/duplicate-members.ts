const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);

/** Whether an object in a JSON text has a duplicate member, of which the parsed value keeps only the last. */
export function hasDuplicateMembers(text: string, value: unknown): boolean {
  return countNamed(text) !== countKept(value);
}

/** Counts member names in valid JSON: each is followed by a colon, and no other colon is outside of strings. */
function countNamed(text: string): number {
  let count = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i += 1;
    else if (code === QUOTE) isInString = !isInString;
    else if (code === COLON && !isInString) count += 1;
  }
  return count;
}

function countKept(value: unknown): number {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (members !== next) count += members.length;
    for (const member of members) if (typeof member === 'object') waiting.push(member);
  }
  return count;
}
