/** One field on a regular grid, packed with template 5.0 at 16 bits per value. */
export interface WrittenField {
  run: Date;
  discipline: number;
  category: number;
  number: number;
  /** Level type of code table 4.5, and the level's value in its unit. */
  level: [type: number, value: number];
  stepHours: number;
  /** Start of a time span; absent for an instant. */
  startHours?: number;
  /** Statistical process of a time span (code table 4.10); accumulation by default. */
  process?: number;
  grid: { ni: number; nj: number; latitudeFirst: number; longitudeFirst: number; increment: number };
  /** Rows from north to south, each from west to east. */
  values: number[];
  /** Decimal scale factor: the number of decimals kept. */
  decimals: number;
}

const MICRO = 1_000_000;

/** Writes a GRIB2 message by the WMO manual, for models that don't exist. */
export function writeMessage(field: WrittenField): Uint8Array {
  const body = Buffer.concat([
    identification(field),
    gridDefinition(field),
    productDefinition(field),
    ...dataSections(field),
    Buffer.from('7777'),
  ]);
  const indicator = Buffer.from([...Buffer.from('GRIB'), 0, 0, field.discipline, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
  indicator.writeUInt32BE(indicator.length + body.length, 12);
  return Buffer.concat([indicator, body]);
}

function section(number: number, octets: number[]): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, number, ...octets]);
  bytes.writeUInt32BE(bytes.length, 0);
  return bytes;
}

function identification({ run }: WrittenField): Buffer {
  return section(1, [0, 255, 0, 0, 2, 0, 1, ...time(run), 0, 1]);
}

function gridDefinition({ grid }: WrittenField): Buffer {
  const { ni, nj, latitudeFirst, longitudeFirst, increment } = grid;
  const latitudeLast = latitudeFirst - (nj - 1) * increment;
  const longitudeLast = longitudeFirst + (ni - 1) * increment;
  const angle = (degrees: number) => long(Math.round(degrees * MICRO));
  const earth = [6, ...new Array<number>(15).fill(0)];
  const ends = [...angle(latitudeFirst), ...angle(longitudeFirst), 0x30, ...angle(latitudeLast)];
  const steps = [...angle(longitudeLast), ...angle(increment), ...angle(increment), 0];
  const counts = [...long(ni), ...long(nj), ...long(0), ...long(0)];
  return section(3, [0, ...long(ni * nj), 0, 0, 0, 0, ...earth, ...counts, ...ends, ...steps]);
}

function productDefinition(field: WrittenField): Buffer {
  const { run, category, number, level, stepHours, startHours, process = 1 } = field;
  const [type, value] = level;
  const forecastHours = startHours ?? stepHours;
  const product = [category, number, 2, 0, 0, 0, 0, 0, 1, ...long(forecastHours)];
  const surfaces = [type, 0, ...long(value), 255, 0, 0, 0, 0, 0];
  if (startHours === undefined) return section(4, [0, 0, 0, 0, ...product, ...surfaces]);
  const end = time(new Date(run.getTime() + stepHours * 3_600_000));
  const span = [...end, 1, ...long(0), process, 2, 1, ...long(stepHours - startHours), 1, ...long(0)];
  return section(4, [0, 0, 0, 8, ...product, ...surfaces, ...span]);
}

function dataSections({ values, decimals }: WrittenField): Buffer[] {
  const scaled = values.map((value) => Math.round(value * 10 ** decimals));
  const reference = Math.min(...scaled);
  const float = Buffer.alloc(4);
  float.writeFloatBE(reference);
  const data = scaled.flatMap((value) => long(value - reference).slice(2));
  return [
    section(5, [...long(values.length), 0, 0, ...float, 0, 0, 0, decimals, 16, 0]),
    section(6, [255]),
    section(7, data),
  ];
}

function long(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

function time(date: Date): number[] {
  const year = date.getUTCFullYear();
  return [year >> 8, year & 0xff, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), 0, 0];
}
