import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type AnswerFormat } from '../serving/answer-format.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type Column, type ServedTimeline } from '../timelines/served-timeline.js';

/** Of a row group. One takes 4 ms, and what the file says of 50 of them, at its end, takes 20 ms. */
const GROUP_VALUES = 20_000;

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

/** Apache Parquet: the table that CSV has, with typed columns. The meta is in the key-value metadata of the file. */
export const PARQUET_FORMAT: AnswerFormat = {
  mediaType: 'application/vnd.apache.parquet',
  keySuffix: ' parquet',
  holdsOneTimeline: true,
  whole: (answer) => Buffer.concat([...parquetPieces([answer])]),
  pieces: (answer) => parquetPieces([answer]),
  batch: { together: parquetPieces },
};

/** @param batchMeta of the answers, where they are those of a batch */
function* parquetPieces(answers: Iterable<ForecastAnswer>, batchMeta?: object): Generator<Buffer, void> {
  const attributions = new Set<string>();
  let table: ParquetTable | undefined;
  let meta = batchMeta;
  for (const answer of answers) {
    for (const [timeline, parts] of Object.entries(answer.timelines))
      for (const part of parts) {
        table ??= new ParquetTable(timeline, part.columns);
        yield* table.add(answer.location, part);
      }
    const ownMeta = answer.meta();
    for (const { attribution } of ownMeta.sources) attributions.add(attribution);
    meta ??= ownMeta;
    // A turn of the event loop may end here.
    yield Buffer.alloc(0);
  }
  yield (table ?? new ParquetTable('', [])).end({ ...meta, attribution: [...attributions].join('; ') });
}

/** Writes a row group whenever one is full. */
class ParquetTable {
  private readonly bytes = new ByteWriter();
  private readonly file: ParquetWriter;
  private readonly names: string[];
  private readonly rowsOfGroup: number;
  private readonly cells: Cell[][];

  constructor(
    private readonly timeline: string,
    columns: readonly Column[],
  ) {
    const leaves = [...PLACE_COLUMNS, ...columns.map(schemaOf)];
    this.names = leaves.map(({ name }) => name);
    this.cells = leaves.map(() => []);
    this.rowsOfGroup = Math.ceil(GROUP_VALUES / leaves.length);
    const schema = [{ name: 'forecast', num_children: leaves.length }, ...leaves];
    this.file = new ParquetWriter({ writer: this.bytes, schema, createdBy: 'weather-forecast-service' });
  }

  *add(location: ForecastAnswer['location'], part: ServedTimeline): Generator<Buffer, void> {
    const { timesMs, columns } = part;
    const [lats, lons, times, ...values] = this.cells;
    for (let entry = 0; entry < timesMs.length; entry++) {
      lats.push(location.lat);
      lons.push(location.lon);
      times.push(millisecondsOf(timesMs[entry]));
      for (let i = 0; i < columns.length; i++) values[i].push(cellOf(columns[i], entry));
      if (times.length === this.rowsOfGroup) yield this.group();
    }
  }

  /** The last bytes, with the meta: what is text by its name, and all of it as JSON. */
  end(meta: object): Buffer {
    const texts = Object.entries(meta).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const entries = [['timeline', this.timeline], ...texts, ['meta', JSON.stringify(meta)]];
    this.file.kvMetadata = entries.map(([key, value]) => ({ key, value }));
    const group = this.group();
    void this.file.finish();
    return Buffer.concat([group, this.taken()]);
  }

  private group(): Buffer {
    const columnData = this.names.map((name, i) => ({ name, data: this.cells[i].splice(0) }));
    void this.file.write({ columnData, rowGroupSize: this.rowsOfGroup });
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
  const value = isInstant ? column.instantsMs[entry] : column.lastPlaces[entry];
  if (Number.isNaN(value)) return null;
  return isInstant ? millisecondsOf(value) : value / 10 ** column.decimals;
}

/** Whole seconds, as all formats have them. */
function millisecondsOf(instantMs: number): bigint {
  return BigInt(1000 * Math.floor(instantMs / 1000));
}
