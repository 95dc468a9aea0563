import type { ReferenceObject } from './openapi.types.js';

/** Parts of the document that operations refer to, each under the name of the first operation that has it. */
export class SharedParts<Part> {
  readonly components: Record<string, Part> = {};
  private readonly references = new Map<string, ReferenceObject>();

  constructor(private readonly kind: 'examples' | 'responses') {}

  /**
   * Returns a reference to the part, or to an earlier one.
   *
   * @param key equal for parts that are interchangeable
   */
  refer(name: string, part: Part, key: unknown = part): ReferenceObject {
    const text = JSON.stringify(key);
    const known = this.references.get(text);
    if (known) return known;
    // Features may give two operations the same ID, or one that a reference can't contain.
    const word = name.replaceAll(/[^\w.-]/g, '_');
    const free = Object.hasOwn(this.components, word) ? `${word}-${this.references.size}` : word;
    const reference = { $ref: `#/components/${this.kind}/${free}` };
    this.components[free] = part;
    this.references.set(text, reference);
    return reference;
  }
}
