import { errorCodes, type OpenApiDocument, type Operation, resolve, type Schema } from './document.ts';

/** Searched texts of an operation, most relevant first. */
type Texts = string[];

/** Finds operations that contain all words of a query; those with matches in more relevant texts come first. */
export class OperationSearch {
  private readonly entries: { id: string; texts: Texts }[];

  constructor(document: OpenApiDocument) {
    this.entries = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        texts: textsOf(document, operation, `${method} ${path}`).map(wordsOf),
      })),
    );
  }

  /** @returns the IDs of the operations, the best match first */
  find(query: string): string[] {
    const words = wordsOf(query).split(' ').filter(Boolean);
    if (words.length === 0) return [];
    return this.entries
      .map(({ id, texts }) => ({ id, rank: rankOf(texts, words) }))
      .filter(({ rank }) => Number.isFinite(rank))
      .sort((one, other) => one.rank - other.rank)
      .map(({ id }) => id);
  }
}

/** Returns the words in lower case, each preceded by a space. Camel case such as "windGust" is also split. */
function wordsOf(text: string): string {
  const parts = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return ` ${text} ${parts}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
}

/** Returns the sum of the indexes of the first texts with each word; Infinity if one is missing. Matches prefixes. */
function rankOf(texts: Texts, words: string[]): number {
  const ranks = words.map((word) => texts.findIndex((text) => text.includes(` ${word}`)));
  return ranks.reduce((sum, rank) => sum + (rank === -1 ? Infinity : rank), 0);
}

function textsOf(document: OpenApiDocument, operation: Operation, address: string): Texts {
  const { summary, operationId, description = '', tags, parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const errors = errorCodes(document, [operation]).map(
    ({ code, status, title }) => `${status} ${code} ${title}`,
  );
  const parameterTexts = parameters.map(
    ({ name, description = '', schema = {} }) => `${name} ${description} ${schemaText(document, schema)}`,
  );
  return [
    summary,
    `${address} ${operationId} ${tags.join(' ')}`,
    description,
    parameterTexts.join(' '),
    body === undefined ? '' : schemaText(document, body),
    errors.join(' '),
  ];
}

const DEEPEST = 3;

/** Returns descriptions and enum values, including those of nested members. */
function schemaText(document: OpenApiDocument, schema: Schema, depth = 0): string {
  const { description = '', enum: choices = [], items, properties = {} } = resolve(document, schema);
  if (depth === DEEPEST) return description;
  const members = Object.entries(properties).map(
    ([name, member]) => `${name} ${schemaText(document, member, depth + 1)}`,
  );
  const inside = items === undefined ? '' : schemaText(document, items, depth + 1);
  return [description, ...choices, inside, ...members].join(' ');
}
