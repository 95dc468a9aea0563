import { BodyReader, knownNames, type RawBody } from '../../forecast/dialect.types.js';
import { Problem } from '../../http/problems/problem.js';

/** Reads the arguments of a tool, which a model has written: it often writes null for what it leaves out. */
export class ToolArguments extends BodyReader {
  protected override readonly words = { parameter: 'argument', number: 'a number' };

  private constructor(private readonly given: RawBody) {
    super(given);
  }

  static of(raw: unknown): ToolArguments {
    const members = Object.entries(Object(raw) as RawBody).filter(([, value]) => value !== null);
    return new ToolArguments(Object.fromEntries(members));
  }

  /** Refuses what the tool does not take. */
  only(names: readonly string[]): void {
    this.refuseAllBut(knownNames(Object.fromEntries(names.map((name) => [name, []]))));
  }

  /** Those of the arguments that were given, not checked. */
  own(...names: string[]): RawBody {
    const given = names.filter((name) => Object.hasOwn(this.given, name));
    return Object.fromEntries(given.map((name) => [name, this.given[name]]));
  }

  /** Any words. */
  listed(name: string): string[] | undefined {
    return this.list(name);
  }

  /** @throws Problem invalid_parameter that names every fault so far */
  check(): void {
    if (this.faults.length > 0) throw new Problem('invalid_parameter', { errors: this.faults });
  }
}
