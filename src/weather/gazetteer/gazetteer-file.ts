/** The header before the columns. */
interface FileHead {
  places: number;
  names: number;
  /** How many names have a spelling of their own. */
  spellings: number;
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** First-level divisions: the GeoNames code, such as US.MA, and the name. */
  divisions: readonly (readonly [code: string, name: string])[];
  /** IANA names. */
  timeZones: readonly string[];
}

/** Places in columns, the most populous first, and their folded names in byte order. */
export interface GazetteerColumns extends FileHead {
  geonameIds: Uint32Array;
  /** Degrees times 100,000. */
  latitudes: Int32Array;
  longitudes: Int32Array;
  populations: Uint32Array;
  /** Meters above sea level. */
  elevations: Int16Array;
  countryOf: Uint8Array;
  divisionOf: Uint16Array;
  timeZoneOf: Uint16Array;
  /** Where the name of each place ends in `titles`; it begins where the previous one ends. */
  titleEnds: Uint32Array;
  titles: Buffer;
  /** The places by ascending GeoNames ID. */
  placesById: Uint32Array;
  /** The places in the order of KDBush, which takes long to find. */
  placesByPosition: Uint32Array;
  /** For each name, its place, where it ends in `folded`, and 1 if it is the place's first name. */
  placeOf: Uint32Array;
  nameEnds: Uint32Array;
  isFirst: Uint8Array;
  folded: Buffer;
  /** The names, ascending, that are not first ones and spelled otherwise than `capitalized` has it. */
  spelledNames: Uint32Array;
  /** Where their spellings end in `spelled`. */
  spellingEnds: Uint32Array;
  spelled: Buffer;
}

const ALIGNMENT = 4;
const COLUMNS = [
  ['geonameIds', Uint32Array, 'places'],
  ['latitudes', Int32Array, 'places'],
  ['longitudes', Int32Array, 'places'],
  ['populations', Uint32Array, 'places'],
  ['elevations', Int16Array, 'places'],
  ['countryOf', Uint8Array, 'places'],
  ['divisionOf', Uint16Array, 'places'],
  ['timeZoneOf', Uint16Array, 'places'],
  ['titleEnds', Uint32Array, 'places'],
  ['placesById', Uint32Array, 'places'],
  ['placesByPosition', Uint32Array, 'places'],
  ['placeOf', Uint32Array, 'names'],
  ['nameEnds', Uint32Array, 'names'],
  ['isFirst', Uint8Array, 'names'],
  ['spelledNames', Uint32Array, 'spellings'],
  ['spellingEnds', Uint32Array, 'spellings'],
] as const;

/**
 * Encodes, little-endian: the length of the header, the header as JSON, the columns, the names of places, the spellings
 * of other names, the folded names.
 */
export function encodeGazetteer(columns: GazetteerColumns): Buffer {
  const { places, names, spellings, countries, divisions, timeZones } = columns;
  const head = Buffer.from(JSON.stringify({ places, names, spellings, countries, divisions, timeZones }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const parts = [length, padded(head)];
  for (const [name] of COLUMNS) parts.push(padded(bytesOf(columns[name])));
  return Buffer.concat([...parts, columns.titles, columns.spelled, columns.folded]);
}

/** @param file in the format of `encodeGazetteer`, in memory of its own, which the columns share */
export function decodeGazetteer({ buffer: file, byteOffset: start }: Buffer<ArrayBuffer>): GazetteerColumns {
  const headLength = new DataView(file, start).getUint32(0, true);
  const head = JSON.parse(Buffer.from(file, start + 4, headLength).toString()) as FileHead;
  let offset = start + 4 + headLength + paddingOf(headLength);
  const columns = Object.fromEntries(
    COLUMNS.map(([name, Column, of]) => {
      const column = new Column(file, offset, head[of]);
      offset += column.byteLength + paddingOf(column.byteLength);
      return [name, column];
    }),
  ) as unknown as Pick<GazetteerColumns, (typeof COLUMNS)[number][0]>;
  const titlesLength = columns.titleEnds.at(-1) ?? 0;
  const spelledLength = columns.spellingEnds.at(-1) ?? 0;
  return {
    ...head,
    ...columns,
    titles: Buffer.from(file, offset, titlesLength),
    spelled: Buffer.from(file, offset + titlesLength, spelledLength),
    folded: Buffer.from(file, offset + titlesLength + spelledLength),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(paddingOf(bytes.length))]);
}

function paddingOf(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
