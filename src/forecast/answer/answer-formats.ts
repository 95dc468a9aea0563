import { acceptedCoding } from '../../http/coding/content-coding.js';
import { preferredType } from '../../http/coding/preferred-type.js';
import { type AcceptedForm, type AnswerFormat } from '../serving/answer-format.js';
import { CSV_FORMAT } from './csv-format.js';
import { GEOJSON_FORMAT, JSON_FORMAT } from './json-formats.js';

/** By media type, the default first. */
const FORMATS = {
  'application/json': JSON_FORMAT,
  'application/geo+json': GEOJSON_FORMAT,
  'text/csv': CSV_FORMAT,
} as const satisfies Record<string, AnswerFormat>;

const TYPES = [
  'application/json',
  'application/geo+json',
  'text/csv',
] as const satisfies (keyof typeof FORMATS)[];

/** The form that the headers `Accept` and `Accept-Encoding` prefer. */
export function acceptedForm(
  accept: string | undefined,
  encoding: string | string[] | undefined,
): AcceptedForm {
  return { format: acceptedFormat(accept), coding: acceptedCoding(encoding) };
}

/** Most programs accept anything. */
function acceptedFormat(accept: string | undefined): AnswerFormat {
  if (accept === undefined || accept === '*/*') return JSON_FORMAT;
  return FORMATS[preferredType(accept, TYPES)];
}
