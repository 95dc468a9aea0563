const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);

/** Whether an object in a JSON text names a member twice, of which its value has kept the last. */
export function hasDuplicateMembers(text: string, value: unknown): boolean {
  return countNamed(text) !== countKept(value);
}

/** Each colon outside of strings follows a member's name. */
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
