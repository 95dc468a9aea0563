/** The name of an entry of a list, such as `fields[]` or `fields[0]`. */
const ENTRY = /^([^[\]]+)\[(\d{0,4})\]$/;

/**
 * Returns the parameters with lists under their plain names, also those that programs write as `fields[]=a&fields[]=b`
 * (axios) or `fields[0]=a&fields[1]=b` (PHP). Entries with numbers are in their order.
 */
export function withPlainNames(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(raw);
  if (!names.some((name) => ENTRY.test(name))) return raw;
  const lists = new Map<string, { position: number; value: unknown }[]>();
  for (const name of names) {
    const [, plain = name, position = ''] = ENTRY.exec(name) ?? [];
    const entries = [raw[name]].flat().map((value) => ({ position: Number(position), value }));
    lists.set(plain, [...(lists.get(plain) ?? []), ...entries]);
  }
  return Object.fromEntries(
    [...lists].map(([name, entries]) => {
      const values = entries.sort((a, b) => a.position - b.position).map(({ value }) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
