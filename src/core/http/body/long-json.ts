import { MOST_LISTED_FAULTS, Problem, type RequestFault } from '../problems/problem.js';
import { quoted } from '../problems/hidden-secrets.js';
import { LONGEST_NAME, MOST_VALUES, escapePointer, structureFaults } from '../problems/request-structure.js';
import { MALFORMED_BODY, MANY_VALUES_BODY, parseJson } from './json-body.js';

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT, END_OF_LIST, END_OF_OBJECT] = Buffer.from('"\\,[{]}');
const BLANK = /^[ \t\n\r]*$/;
const ONE_BLANK = Buffer.from(' ');
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
/** A list is parsed in pieces of this size. Its entries must not be larger. */
const PIECE_BYTES = 8 * 1024;
/** What is not in a list of the body may be as large as bodies of other routes. */
const MOST_OTHER_BYTES = 64 * 1024;
const LARGE_OTHERS: RequestFault = {
  pointer: '',
  detail: 'The body has more than 64 kB outside of its lists.',
};
/** How deep the entries of a list of the body are. */
const ENTRY_LEVEL = 2;

interface List {
  name: string;
  entries: unknown[];
}

/**
 * Parses a large JSON body as `parseJsonBody` parses others, and checks its structure. Does so in small steps, between
 * which it yields: the lists that are members of the body are parsed in pieces, and only they may be large. Stops at
 * the twentieth fault.
 *
 * @param mostValues in the body
 * @returns the body, or the placeholder of one that is refused later
 * @throws Problem invalid_parameter
 */
export function parseLongJson(bytes: Buffer, mostValues: number): Generator<undefined, unknown> {
  return new LongJson(bytes, mostValues).parse();
}

class LongJson {
  private depth = 0;
  private isObject = false;
  private isInText = false;
  /** The last text that is a member's name or value: before a list, the list's name. */
  private text = { from: 0, end: 0 };
  /** Whatever separates values, which is at most twice for each. */
  private separators = 0;
  private readonly lists: List[] = [];
  /** The list that the position is in. */
  private list: List | undefined;
  /** The body without the entries of its lists. */
  private readonly others: Buffer[] = [];
  private otherBytes = 0;
  /** Where the current piece of a list begins, or of what is outside of lists. */
  private from: number;
  private readonly faults: RequestFault[] = [];

  constructor(
    private readonly bytes: Buffer,
    private readonly mostValues: number,
  ) {
    const { length } = BYTE_ORDER_MARK;
    this.from = bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? length : 0;
  }

  *parse(): Generator<undefined, unknown> {
    let checkedAt = this.from;
    for (let i = this.from; i < this.bytes.length; i++) {
      const code = this.bytes[i];
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) this.quote(i);
      else if (!this.isInText && !this.separate(code, i)) return MALFORMED_BODY;
      if (i - checkedAt < PIECE_BYTES) continue;
      checkedAt = i;
      if (this.separators > 2 * this.mostValues + 1) return MANY_VALUES_BODY;
      this.checkSize(i);
      yield;
    }
    if (this.separators > 2 * this.mostValues + 1) return MANY_VALUES_BODY;
    this.addOthers(this.bytes.length);
    const body = parseJson(Buffer.concat(this.others).toString(), MOST_VALUES);
    if (typeof body !== 'object' || body === null) return body;
    refuse([...this.faults, ...structureFaults(body)]);
    for (const { name, entries } of this.lists) (body as Record<string, unknown>)[name] = entries;
    return body;
  }

  private quote(i: number): void {
    this.isInText = !this.isInText;
    if (this.depth !== 1) return;
    if (this.isInText) this.text.from = i;
    else this.text.end = i + 1;
  }

  /** @returns false if the body is malformed */
  private separate(code: number, i: number): boolean {
    if (code === COMMA || code === LIST || code === OBJECT) this.separators += 1;
    if (this.depth === 0) this.isObject = code === OBJECT;
    if (code === LIST && this.depth === 1 && this.isObject) this.beginList(i + 1);
    if (code === LIST || code === OBJECT) this.depth += 1;
    if (code === END_OF_LIST || code === END_OF_OBJECT) this.depth -= 1;
    if (!this.list) return true;
    if (this.depth === 1) return this.endList(i);
    const isPiece = code === COMMA && this.depth === ENTRY_LEVEL && i - this.from >= PIECE_BYTES;
    return !isPiece || this.addEntries(i);
  }

  private beginList(i: number): void {
    this.addOthers(i);
    const name = parseJson(this.bytes.toString('utf8', this.text.from, this.text.end));
    this.list = { name: typeof name === 'string' ? quoted(name, LONGEST_NAME) : '', entries: [] };
    this.lists.push(this.list);
  }

  /** @returns false if the body is malformed */
  private endList(i: number): boolean {
    const isWellFormed = this.addEntries(i);
    this.list = undefined;
    this.from = i;
    return isWellFormed;
  }

  /**
   * Adds the current piece of the list, up to a position, and begins the next one.
   * @returns false if the body is malformed
   */
  private addEntries(end: number): boolean {
    const { name, entries } = this.list!;
    const piece = parseJson(`[${this.bytes.toString('utf8', this.from, end)}]`);
    this.from = end + 1;
    if (!Array.isArray(piece) || (piece.length === 0 && entries.length > 0)) return false;
    for (const entry of piece as unknown[]) {
      const pointer = `/${escapePointer(name)}/${entries.push(entry) - 1}`;
      this.faults.push(...structureFaults(entry, MOST_VALUES, { pointer, level: ENTRY_LEVEL }));
      if (this.faults.length >= MOST_LISTED_FAULTS) refuse(this.faults);
    }
    return true;
  }

  /** Leaves out long blanks, which a body may have anywhere. */
  private addOthers(end: number): void {
    const part = this.bytes.subarray(this.from, end);
    const kept = part.length >= PIECE_BYTES && BLANK.test(part.toString('latin1')) ? ONE_BLANK : part;
    this.others.push(kept);
    this.otherBytes += kept.length;
    this.from = end;
  }

  /** @throws Problem invalid_parameter if what was read since the last piece is too large */
  private checkSize(i: number): void {
    if (!this.list && !this.isInText) this.addOthers(i + 1);
    const bytes = i - this.from;
    if (this.list && bytes > 2 * PIECE_BYTES)
      refuse([
        { pointer: `/${escapePointer(this.list.name)}`, detail: 'An entry of the list has more than 8 kB.' },
      ]);
    if (!this.list && this.otherBytes + bytes > MOST_OTHER_BYTES) refuse([LARGE_OTHERS]);
  }
}

/** @throws Problem invalid_parameter if there are faults */
function refuse(errors: RequestFault[]): void {
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
}
