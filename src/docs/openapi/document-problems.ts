import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import {
  PROBLEM_JSON,
  ProblemDto,
  type ProblemExample,
  UNREADABLE_PATH,
  takeOwnProblemsMark,
  takeProblemForm,
  takeProblems,
} from '../../core/http/index.js';
import type { FeatureSet, IdPrefix, ProblemCode } from '../../core/features/index.js';
import {
  type DocumentedOperation,
  type ExampleObject,
  type OperationObject,
  type ParameterObject,
  type ReferenceObject,
  type RequestBodyObject,
  type ResponseObject,
} from './openapi.types.js';
import { faultExample } from './fault-example.js';
import { problemExample } from './problem-example.js';
import { SharedParts } from './shared-parts.js';

/** Errors for the body of any request except GET, even if the route takes no body. */
const BODY_PROBLEMS = [
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ProblemCode[];

const FORM_PROBLEMS = ['payload_too_large', 'unsupported_media_type'] as const satisfies ProblemCode[];

/** Errors from before a route is found. Routes don't list them. */
const EARLY_PROBLEMS: readonly ProblemCode[] = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

const EARLY_REFUSAL = 'EarlyRefusal';

/** Documents errors: the codes, with an example of each as the operation responds with it. */
export class DocumentProblems {
  private readonly examples = new SharedParts<ExampleObject>('examples');

  constructor(
    private readonly document: OpenAPIObject,
    private readonly features: FeatureSet,
    private readonly publicUrl: string,
  ) {}

  /**
   * Adds responses for the operation's error codes, and for those that every operation has.
   *
   * @returns the media type of its errors
   */
  addResponses(route: DocumentedOperation): string {
    const { operation } = route;
    const own = takeProblems(operation as unknown as Record<string, unknown>);
    const form = takeProblemForm(operation as unknown as Record<string, unknown>);
    const hasOwn = takeOwnProblemsMark(operation as unknown as Record<string, unknown>);
    const codes = new Set<ProblemCode>([...own.keys(), ...impliedBy(route, hasOwn)]);
    const inOrder = this.features.problems.codes.filter((code) => codes.has(code));
    for (const [status, ofStatus] of Map.groupBy(inOrder, (code) => this.describe(code).status)) {
      const response = (operation.responses[status] ??= { description: '' }) as ResponseObject;
      response.description = [response.description, this.list(ofStatus)].filter(Boolean).join('\n\n');
      response.content = {
        ...response.content,
        ...(form
          ? { [form.mediaType]: { schema: { $ref: form.schema } } }
          : this.content(ofStatus, (code) => this.exampleIn(route, code, own.get(code)))),
      };
    }
    operation.responses.default = { $ref: `#/components/responses/${EARLY_REFUSAL}` };
    return form?.mediaType ?? PROBLEM_JSON;
  }

  /** Returns the parts that operations refer to. */
  components(headers: ResponseObject['headers']) {
    const response: ResponseObject = {
      description: `The request was rejected before it reached the operation.\n\n${this.list(EARLY_PROBLEMS)}`,
      headers,
      content: this.content(EARLY_PROBLEMS, (code) => this.example(code)),
    };
    return { examples: this.examples.components, responses: { [EARLY_REFUSAL]: response } };
  }

  private describe(code: ProblemCode) {
    return this.features.problems.describe(code);
  }

  private list(codes: readonly ProblemCode[]): string {
    return codes.map((code) => `\`${code}\`: ${this.describe(code).title}.`).join('\n\n');
  }

  private content(codes: readonly ProblemCode[], example: (code: ProblemCode) => ReferenceObject) {
    return {
      [PROBLEM_JSON]: {
        schema: { $ref: getSchemaPath(ProblemDto) },
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    };
  }

  /** Refers to the example of an error, the same for all operations without details of their own. */
  private exampleIn(route: DocumentedOperation, code: ProblemCode, detail?: string): ReferenceObject {
    const instance = examplePath(route);
    const own = this.ownDetails(route, code, instance, detail);
    if (own === undefined) return this.example(code, { instance, ...this.describe(code).example });
    return this.example(code, { instance, ...own }, `${route.operation.operationId}.${code}`, own);
  }

  private example(code: ProblemCode, options?: ProblemExample, name: string = code, own?: object) {
    const { title: summary, help: description } = this.describe(code);
    const value = problemExample(this.features.problems, code, this.publicUrl, options);
    return this.examples.refer(name, { summary, description, value }, [code, own]);
  }

  private ownDetails(
    { operation }: DocumentedOperation,
    code: ProblemCode,
    path: string,
    detail?: string,
  ): ProblemExample | undefined {
    if (detail === UNREADABLE_PATH.detail) return { errors: [UNREADABLE_PATH] };
    if (detail !== undefined) return { detail };
    if (code === 'not_found') return { detail: this.missingAt(path) };
    if (code === 'invalid_parameter') return { errors: [faultExample(this.document, operation)] };
    return undefined;
  }

  /** Describes a missing object, assuming that it is the one with the last ID in the path. */
  private missingAt(path: string): string {
    const id = path.split('/').findLast((part) => /^[a-z]{3}_/.test(part));
    const noun = this.features.idPrefixes.get(id?.slice(0, 3) as IdPrefix);
    return noun === undefined ? 'There is nothing with that ID.' : `There is no ${noun} ${id}.`;
  }
}

function examplePath({ path, operation }: DocumentedOperation): string {
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.name === name);
    // A handler need not declare the parameters of its path.
    const schema = (parameter?.schema ?? {}) as { example?: unknown };
    return String(parameter?.example ?? schema.example ?? name);
  });
}

/**
 * Returns the errors that follow from the method, the access and the parameters of a route.
 *
 * @param hasOwn whether the route documents what the handler and its guards refuse
 */
function impliedBy({ operation, method }: DocumentedOperation, hasOwn: boolean): ProblemCode[] {
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  const codes: ProblemCode[] = ['expectation_failed', 'internal_error'];
  if (method !== 'get') codes.push(...(takesForm(operation) ? FORM_PROBLEMS : BODY_PROBLEMS));
  if (hasOwn) return codes;
  // The pace of all callers is limited. Unknown parameters are refused, which a 400 of the route's own can describe.
  codes.push('too_many_attempts');
  if (!('400' in operation.responses)) codes.push('invalid_parameter');
  if (parameters.some(isId)) codes.push('not_found');
  const takesKey = (operation.security ?? []).some((schemes) => 'apiKeyHeader' in schemes);
  if (method !== 'get' && !takesKey) codes.push('cross_site_request');
  return codes;
}

/** Whether `IdParam` declares the parameter. */
function isId({ in: place, schema = {} }: ParameterObject): boolean {
  return place === 'path' && 'pattern' in schema;
}

function takesForm({ requestBody }: OperationObject): boolean {
  return (
    'application/x-www-form-urlencoded' in ((requestBody as RequestBodyObject | undefined)?.content ?? {})
  );
}
