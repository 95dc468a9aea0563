import { acceptedCoding, preferredType } from '../../core/http/index.js';
import { type AcceptedForm, type AnswerFormat } from '../serving/answer-format.js';
import { CSV_FORMAT } from './csv-format.js';
import { GEOJSON_FORMAT, JSON_FORMAT } from './json-formats.js';
import { PARQUET_FORMAT } from './parquet-format.js';

/** The default first. */
const FORMATS: readonly AnswerFormat[] = [JSON_FORMAT, GEOJSON_FORMAT, CSV_FORMAT, PARQUET_FORMAT];
const TYPES = FORMATS.map(({ mediaType }) => mediaType.split(';')[0]);

/** The form that the headers `Accept` and `Accept-Encoding` prefer. */
export function acceptedForm(
  accept: string | undefined,
  encoding: string | string[] | undefined,
): AcceptedForm {
  return { format: acceptedFormat(accept), coding: acceptedCoding(encoding) };
}

/** Most clients accept anything, and need no negotiation. */
function acceptedFormat(accept: string | undefined): AnswerFormat {
  if (accept === undefined || accept === '*/*') return JSON_FORMAT;
  return FORMATS[TYPES.indexOf(preferredType(accept, TYPES))];
}
