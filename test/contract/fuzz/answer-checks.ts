import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { type ProblemCode } from '../../../src/core/features/names.types.js';
import { DOCUMENT, type DocumentedResponse, type Operation } from './documented-operations.js';
import { type FuzzedRequest } from './fuzzed-requests.js';
import { type FuzzedAnswer, type Tenants } from './tenants.js';

const PROBLEM = 'application/problem+json';
const STACK = /\bat (\S+ \(|file:|\/)|node_modules|\.[jt]s:\d|\b(Syntax|Type|Range|Reference)Error\b/;

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(DOCUMENT, 'document');

interface ProblemBody {
  status: number;
  code: ProblemCode;
  instance: string;
  errors?: unknown[];
}

/** Returns what is wrong with a response: where it deviates from the document, or leaks data of others. */
export function faultsOf(
  operation: Operation,
  request: FuzzedRequest,
  answer: FuzzedAnswer,
  tenants: Tenants,
): string[] {
  const faults: string[] = [];
  const expect = (isAsExpected: boolean, fault: string) => isAsExpected || faults.push(fault);
  const { status, headers, text } = answer;
  expect(status < 500 || status === 503, `the status ${status}`);
  expect(/^[\w.-]{1,128}$/.test(String(headers['x-request-id'])), 'no X-Request-Id');
  expect(status !== 429 || /^\d+$/.test(String(headers['retry-after'])), 'no Retry-After');
  expect(
    !/"(client_secret|key)":"/.test(text) || headers['cache-control'] === 'no-store',
    'a secret may be stored',
  );
  faults.push(...bodyFaults(operation, answer));
  if (isProblem(answer)) faults.push(...problemFaults(operation, request, answer));
  faults.push(...leaks(request, text, tenants));
  return faults;
}

function bodyFaults(operation: Operation, { status, headers, text }: FuzzedAnswer): string[] {
  const response = operation.responses[status] as DocumentedResponse | undefined;
  const type = mediaType(headers);
  if (!response) return isEarly(type, text) ? [] : [`the undocumented status ${status}`];
  const types = Object.keys(response.content ?? {});
  if (types.length === 0) return text === '' ? [] : ['an undocumented body'];
  if (type === undefined || !types.includes(type)) return [`the undocumented type ${type}`];
  if (!type.endsWith('json')) return [];
  const pointer = [
    'paths',
    operation.path,
    operation.method,
    'responses',
    String(status),
    'content',
    type,
    'schema',
  ];
  const validate = validatorAt(pointer);
  return validate(JSON.parse(text))
    ? []
    : [`a body that its schema does not have: ${ajv.errorsText(validate.errors)}`];
}

const validators = new Map<string, ReturnType<typeof ajv.compile>>();

function validatorAt(pointer: string[]): ReturnType<typeof ajv.compile> {
  const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `document#/${escaped.join('/')}`;
  let validator = validators.get($ref);
  if (!validator) {
    validator = ajv.compile({ $ref });
    validators.set($ref, validator);
  }
  return validator;
}

function problemFaults(
  operation: Operation,
  { url }: FuzzedRequest,
  { status, text }: FuzzedAnswer,
): string[] {
  const faults: string[] = [];
  const problem = JSON.parse(text) as ProblemBody;
  const { [PROBLEM]: content } = operation.responses[status]?.content ?? {};
  if (!OWN_FEATURE_SET.problems.has(problem.code)) faults.push(`the unknown code ${problem.code}`);
  else if (OWN_FEATURE_SET.problems.describe(problem.code).status !== status)
    faults.push(`the code ${problem.code} of another status`);
  if (content && !(problem.code in (content.examples ?? {})))
    faults.push(`the undocumented code ${problem.code}`);
  if (problem.instance !== url.split('?', 1)[0]) faults.push('another instance than the path');
  if (STACK.test(text.replaceAll(problem.instance, ''))) faults.push('something internal');
  if (text.length > 20_000 + url.length) faults.push(`${text.length} characters`);
  return faults;
}

/** Refusals before the operation is known are documented once for all operations. */
function isEarly(type: string | undefined, text: string): boolean {
  const { content } = DOCUMENT.components.responses.EarlyRefusal;
  return type === PROBLEM && (JSON.parse(text) as ProblemBody).code in (content?.[PROBLEM].examples ?? {});
}

function leaks({ identity, url, body = '' }: FuzzedRequest, text: string, tenants: Tenants): string[] {
  const isGiven = (word: string) => url.includes(word) || body.includes(word);
  const mayKnow = identity === 'admin' || identity === 'other';
  const hidden = [...tenants.secrets, ...(mayKnow ? [] : tenants.othersOwn)];
  return hidden.filter((word) => text.includes(word) && !isGiven(word)).map((word) => `a leak of ${word}`);
}

function isProblem({ headers }: FuzzedAnswer): boolean {
  return mediaType(headers) === PROBLEM;
}

function mediaType(headers: FuzzedAnswer['headers']): string | undefined {
  return headers['content-type'] === undefined ? undefined : String(headers['content-type']).split(';', 1)[0];
}
