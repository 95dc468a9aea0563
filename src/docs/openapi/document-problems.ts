import { PROBLEM_TYPE, problemContent, problemList } from '../../common/problems/api-problems.decorator.js';
import { type ProblemCode, PROBLEMS } from '../../common/problems/problem-catalogue.js';
import { problemExample } from '../../common/problems/problem-examples.js';
import {
  type DocumentedOperation,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
} from './openapi.types.js';
import { EARLY_HEADERS, references } from './response-headers.js';

/** Of what arrives before a route is found; no route has to name them. */
const EARLY_PROBLEMS = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
] as const;

const BODY_PROBLEMS = ['malformed_body', 'payload_too_large', 'unsupported_media_type'] as const;

const EARLY_REFUSAL = 'EarlyRefusal';

/** What every operation may answer besides its own. */
export function otherResponses(): OperationObject['responses'] {
  return {
    500: { description: problemList(['internal_error']), content: problemContent(['internal_error']) },
    default: { $ref: `#/components/responses/${EARLY_REFUSAL}` },
  };
}

/** The response that all operations share. */
export function responseComponents(publicUrl: string): Record<string, ResponseObject> {
  const response: ResponseObject = {
    description: `What was refused before it reached the operation.\n\n${problemList(EARLY_PROBLEMS)}`,
    headers: references(EARLY_HEADERS),
    content: problemContent(EARLY_PROBLEMS),
  };
  giveExamples(response, (code) => problemExample(code, publicUrl));
  return { [EARLY_REFUSAL]: response };
}

/** What is said of any body, also where none is taken. */
export function addBodyProblems(responses: OperationObject['responses']): void {
  for (const code of BODY_PROBLEMS) {
    const { status } = PROBLEMS[code];
    const response = (responses[status] ??= { description: '' }) as ResponseObject;
    const known = Object.keys(response.content?.[PROBLEM_TYPE]?.examples ?? {}) as ProblemCode[];
    if (known.includes(code)) continue;
    response.description = [response.description, problemList([code])]
      .filter((text) => text !== '')
      .join('\n\n');
    response.content = problemContent([...known, code]);
  }
}

/** Gives each error of the operation an example, as that operation answers it. */
export function completeProblems(route: DocumentedOperation, publicUrl: string): void {
  for (const response of Object.values(route.operation.responses)) {
    giveExamples(response as ResponseObject, (code) => exampleOf(code, route, publicUrl));
  }
}

function giveExamples({ content }: ResponseObject, example: (code: ProblemCode) => unknown): void {
  for (const [code, place] of Object.entries(content?.[PROBLEM_TYPE]?.examples ?? {})) {
    Object.assign(place, { value: example(code as ProblemCode) });
  }
}

function exampleOf(code: ProblemCode, route: DocumentedOperation, publicUrl: string) {
  const instance = examplePath(route);
  if (code === 'not_found') {
    return problemExample(code, publicUrl, { instance, detail: `There is no ${missing(route)}.` });
  }
  if (code !== 'invalid_parameter' || instance === '/v1/weather/forecast') {
    return problemExample(code, publicUrl, { instance });
  }
  const [noun, place] = route.operation.requestBody
    ? ['member', { pointer: '/colour' }]
    : ['parameter', { parameter: 'colour' }];
  const errors = [{ ...place, detail: `There is no ${noun} "colour" here.` }];
  return problemExample(code, publicUrl, { instance, errors });
}

function examplePath({ path, operation }: DocumentedOperation): string {
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find((one) => one.name === name)?.example),
  );
}

/** What the last id of the path, or one in the query, names. */
function missing(route: DocumentedOperation): string {
  const [, id] = /\/((?:acc|ses|cli|key)_\w+)(?!.*_)/.exec(examplePath(route)) ?? [];
  const nouns: Record<string, string> = { acc: 'account', ses: 'session', cli: 'client', key: 'API key' };
  return id === undefined ? 'such client' : `${nouns[id.slice(0, 3)]} ${id}`;
}
