import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import {
  PROBLEM_JSON,
  ProblemDto,
  type ProblemExample,
  UNREADABLE_PATH,
  takeProblemForm,
  takeProblems,
} from '../../core/http/index.js';
import type { FeatureSet, IdPrefix, ProblemCode } from '../../core/features/index.js';
import {
  type DocumentedOperation,
  type OperationObject,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  type SchemaObject,
} from './openapi.types.js';
import { faultExample } from './fault-example.js';
import { problemExample } from './problem-example.js';

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
  'expectation_failed',
  'headers_too_large',
];

const EARLY_REFUSAL = 'EarlyRefusal';

/** Documents errors: the codes, with an example for each operation. */
export class DocumentProblems {
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
    const { operation, method } = route;
    const own = takeProblems(operation as unknown as Record<string, unknown>);
    const form = takeProblemForm(operation as unknown as Record<string, unknown>);
    const codes = new Set<ProblemCode>([
      ...own.keys(),
      ...(method === 'get' ? [] : takesForm(operation) ? FORM_PROBLEMS : BODY_PROBLEMS),
      'internal_error',
    ]);
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

  /** Returns the response that all operations share. */
  sharedResponses(headers: ResponseObject['headers']): Record<string, ResponseObject> {
    const response: ResponseObject = {
      description: `The request was rejected before it reached the operation.\n\n${this.list(EARLY_PROBLEMS)}`,
      headers,
      content: this.content(EARLY_PROBLEMS, (code) => this.example(code)),
    };
    return { [EARLY_REFUSAL]: response };
  }

  private describe(code: ProblemCode) {
    return this.features.problems.describe(code);
  }

  private list(codes: readonly ProblemCode[]): string {
    return codes.map((code) => `\`${code}\`: ${this.describe(code).title}.`).join('\n\n');
  }

  private content(codes: readonly ProblemCode[], example: (code: ProblemCode) => unknown) {
    const examples = codes.map((code) => {
      const { title: summary, help: description } = this.describe(code);
      return [code, { summary, description, value: example(code) }] as const;
    });
    return {
      [PROBLEM_JSON]: {
        schema: { $ref: getSchemaPath(ProblemDto) },
        examples: Object.fromEntries(examples),
      },
    };
  }

  private example(code: ProblemCode, options?: ProblemExample): unknown {
    return problemExample(this.features.problems, code, this.publicUrl, options);
  }

  /** Returns an example of the error as the operation responds with it. */
  private exampleIn(route: DocumentedOperation, code: ProblemCode, detail?: string): unknown {
    const instance = examplePath(route);
    if (detail === UNREADABLE_PATH.detail) return this.example(code, { instance, errors: [UNREADABLE_PATH] });
    if (detail !== undefined) return this.example(code, { instance, detail });
    if (code === 'not_found') return this.example(code, { instance, detail: this.missingAt(instance) });
    if (code !== 'invalid_parameter') return this.example(code, { instance });
    return this.example(code, { instance, errors: [faultExample(this.document, route.operation)] });
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
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.name === name);
    return String(parameter?.example ?? (parameter?.schema as SchemaObject).example);
  });
}

function takesForm({ requestBody }: OperationObject): boolean {
  return (
    'application/x-www-form-urlencoded' in ((requestBody as RequestBodyObject | undefined)?.content ?? {})
  );
}
