import { createHash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';

/** The serialized document. */
export interface DocumentText {
  body: string;
  /** Including the quotes. */
  etag: string;
}

/**
 * Down to this level, members are serialized one by one. Below are paths, schemas and the like, which take a few
 * milliseconds each.
 */
const SLICED_LEVELS = 2;
const INDENTATION = 2;

export function jsonText(document: OpenAPIObject): DocumentText {
  return tagged(JSON.stringify(document));
}

/** Serializes the document in slices, for `inTurns`: in one go it would take a third of a second. */
export function* yamlText(document: OpenAPIObject): Generator<string, DocumentText> {
  let body = '';
  for (const piece of pieces(document as unknown as Record<string, unknown>, 0)) yield (body += piece);
  return tagged(body);
}

function* pieces(members: Record<string, unknown>, level: number): Generator<string> {
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue;
    if (level < SLICED_LEVELS && isMapping(member)) {
      yield indented(dump({ [name]: null }).replace(/ null\n$/, '\n'), level);
      yield* pieces(member, level + 1);
    } else yield indented(dump({ [name]: member }, { skipInvalid: true, noRefs: true }), level);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function indented(text: string, level: number): string {
  return level === 0 ? text : text.replace(/^(?=.)/gm, ' '.repeat(INDENTATION * level));
}

function tagged(body: string): DocumentText {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
