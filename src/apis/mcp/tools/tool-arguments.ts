import { BodyReader, type RawBody, knownNames } from '../../../forecast/index.js';
import { Problem } from '../../../core/http/index.js';

/** Reads the arguments of a tool call. Models write them, and often send null for arguments that they leave out. */
export class ToolArguments extends BodyReader {
  protected override readonly words = { parameter: 'argument', number: 'a number' };

  private constructor(private readonly given: RawBody) {
    super(given);
  }

  static of(raw: unknown): ToolArguments {
    const members = Object.entries(Object(raw) as RawBody).filter(([, value]) => value !== null);
    return new ToolArguments(Object.fromEntries(members));
  }

  /** Rejects arguments that the tool doesn't take. */
  only(names: readonly string[]): void {
    this.refuseAllBut(knownNames(Object.fromEntries(names.map((name) => [name, []]))));
  }

  /** Returns those of the arguments that were given, unchecked. */
  own(...names: string[]): RawBody {
    const given = names.filter((name) => Object.hasOwn(this.given, name));
    return Object.fromEntries(given.map((name) => [name, this.given[name]]));
  }

  /** Reads a list of any words. */
  listed(name: string): string[] | undefined {
    return this.list(name);
  }

  /** @throws Problem invalid_parameter listing every fault so far */
  check(): void {
    if (this.faults.length > 0) throw new Problem('invalid_parameter', { errors: this.faults });
  }
}
