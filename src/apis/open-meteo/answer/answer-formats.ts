import { type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { csvPieces } from './csv-answer.js';
import { flatbuffersPieces } from './flatbuffers-answer.js';
import { jsonPieces, wholeJson } from './json-answer.js';
import { type PointAnswer } from './point-answer.js';

/** How responses are serialized. */
interface OpenMeteoFormat {
  readonly mediaType: string;
  /** Whether models follow one another, as locations do, and are not side by side. */
  readonly hasOneModelEach: boolean;
  /** @param answers calculated as they are taken */
  whole(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Buffer;
  /** The same in pieces that take little time each. */
  pieces(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Generator<Buffer, void>;
}

type Pieces = OpenMeteoFormat['pieces'];
const wholeOf =
  (pieces: Pieces): OpenMeteoFormat['whole'] =>
  (query, answers) =>
    Buffer.concat([...pieces(query, answers)]);

/** By the value of `format`. */
export const FORMATS: Readonly<Record<OpenMeteoQuery['format'], OpenMeteoFormat>> = {
  json: {
    mediaType: 'application/json; charset=utf-8',
    hasOneModelEach: false,
    whole: wholeJson,
    pieces: jsonPieces,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    hasOneModelEach: false,
    whole: wholeOf(csvPieces),
    pieces: csvPieces,
  },
  flatbuffers: {
    mediaType: 'application/octet-stream',
    hasOneModelEach: true,
    whole: wholeOf(flatbuffersPieces),
    pieces: flatbuffersPieces,
  },
};
