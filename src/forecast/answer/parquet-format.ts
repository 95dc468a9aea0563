import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type AnswerFormat, type BatchWriter } from '../serving/answer-format.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type Column, type ServedTimeline } from '../timelines/served-timeline.js';

/** Values per row group, which take 4 ms to write. The footer for 50 row groups takes 20 ms. */
const GROUP_VALUES = 20_000;
/** Above this, row groups are larger and take 20 ms each, so that the footer, which lists them, stays fast to write. */
const VALUES_OF_LARGE_FILE = 1_000_000;
const LARGE_GROUP_VALUES = 100_000;

const DEGREES = { type: 'DOUBLE', repetition_type: 'REQUIRED' } as const;
const INSTANT = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;
const PLACE_COLUMNS: SchemaElement[] = [
  { name: 'lat', ...DEGREES },
  { name: 'lon', ...DEGREES },
  { name: 'time', repetition_type: 'REQUIRED', ...INSTANT },
];

type Cell = number | bigint | null;

/** Apache Parquet: the same table as in CSV, with typed columns. `meta` is in the file's key-value metadata. */
export const PARQUET_FORMAT: AnswerFormat = {
  mediaType: 'application/vnd.apache.parquet',
  keySuffix: ' parquet',
  holdsOneTimeline: true,
  whole: (answer) => Buffer.concat([...parquetPieces(answer)]),
  pieces: parquetPieces,
  batch: { writer: () => new ParquetTable() },
};

function* parquetPieces(answer: ForecastAnswer): Generator<Buffer, void> {
  const table = new ParquetTable();
  yield* table.add(answer);
  yield table.end();
}

/** Writes a row group whenever one is full. */
class ParquetTable implements BatchWriter {
  private readonly bytes = new ByteWriter();
  private readonly attributions = new Set<string>();
  private file: ParquetWriter | undefined;
  private timeline = '';
  private meta: object = {};
  private names: string[] = [];
  private cells: Cell[][] = [];
  private valuesWritten = 0;

  *add({ location, timelines, meta }: ForecastAnswer): Generator<Buffer, void> {
    for (const [timeline, parts] of Object.entries(timelines))
      for (const part of parts) {
        this.file ??= this.begin(timeline, part.columns);
        yield* this.addRows(location, part);
      }
    const ownMeta = meta();
    for (const { attribution } of ownMeta.sources) this.attributions.add(attribution);
    if (ownMeta.elevationAttribution !== undefined) this.attributions.add(ownMeta.elevationAttribution);
    this.meta = ownMeta;
    yield Buffer.alloc(0);
  }

  /** Returns the last bytes. The metadata has each string of `meta` under its name, and all of `meta` as JSON. */
  end(meta: object = this.meta): Buffer {
    const whole = { ...meta, attribution: [...this.attributions].join('; ') };
    const texts = Object.entries(whole).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const entries = [['timeline', this.timeline], ...texts, ['meta', JSON.stringify(whole)]];
    const file = this.file ?? this.begin('', []);
    file.kvMetadata = entries.map(([key, value]) => ({ key, value }));
    const group = this.group(file);
    void file.finish();
    return Buffer.concat([group, this.taken()]);
  }

  private begin(timeline: string, columns: readonly Column[]): ParquetWriter {
    const leaves = [...PLACE_COLUMNS, ...columns.map(schemaOf)];
    this.timeline = timeline;
    this.names = leaves.map(({ name }) => name);
    this.cells = leaves.map(() => []);
    const schema = [{ name: 'forecast', num_children: leaves.length }, ...leaves];
    return new ParquetWriter({ writer: this.bytes, schema, createdBy: 'weather-forecast-service' });
  }

  private *addRows(
    { lat, lon }: ForecastAnswer['location'],
    { timesMs, columns }: ServedTimeline,
  ): Generator<Buffer, void> {
    const [lats, lons, times, ...values] = this.cells;
    const mostValues = this.valuesWritten < VALUES_OF_LARGE_FILE ? GROUP_VALUES : LARGE_GROUP_VALUES;
    for (let entry = 0; entry < timesMs.length; entry++) {
      lats.push(lat);
      lons.push(lon);
      times.push(millisecondsOf(timesMs[entry]));
      for (let i = 0; i < columns.length; i++) values[i].push(cellOf(columns[i], entry));
      if (times.length * this.cells.length >= mostValues) yield this.group(this.file!);
    }
  }

  private group(file: ParquetWriter): Buffer {
    const columnData = this.names.map((name, i) => ({ name, data: this.cells[i].splice(0) }));
    const rows = columnData[0].data.length;
    this.valuesWritten += rows * columnData.length;
    if (rows > 0) void file.write({ columnData, rowGroupSize: rows });
    return this.taken();
  }

  private taken(): Buffer {
    const taken = Buffer.from(this.bytes.getBytes());
    this.bytes.index = 0;
    return taken;
  }
}

function schemaOf(column: Column): SchemaElement {
  const { name } = column;
  if ('instantsMs' in column) return { name, repetition_type: 'OPTIONAL', ...INSTANT };
  return { name, repetition_type: 'OPTIONAL', type: column.decimals === 0 ? 'INT32' : 'DOUBLE' };
}

function cellOf(column: Column, entry: number): Cell {
  const isInstant = 'instantsMs' in column;
  const value = isInstant ? column.instantsMs[entry] : column.scaled[entry];
  if (Number.isNaN(value)) return null;
  return isInstant ? millisecondsOf(value) : value / 10 ** column.decimals;
}

/** Rounded down to whole seconds, as in all formats. */
function millisecondsOf(instantMs: number): bigint {
  return BigInt(1000 * Math.floor(instantMs / 1000));
}
