interface Components {
  components: Record<string, Record<string, unknown>>;
}

const SHARED = /^#\/components\/(responses|examples)\/(.+)$/;

/** Returns the OpenAPI document with what its operations share, responses and examples, in each place that refers to it. */
export function inlinedDocument<Document>(document: Document): Document {
  const { components } = document as Components;
  const inlined = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(inlined);
    const [, kind, name] = ('$ref' in part && SHARED.exec(String(part.$ref))) || [];
    if (kind !== undefined) return inlined(components[kind][name]);
    return Object.fromEntries(Object.entries(part).map(([member, value]) => [member, inlined(value)]));
  };
  return inlined(document) as Document;
}
