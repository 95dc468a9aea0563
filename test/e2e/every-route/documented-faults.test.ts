import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import {
  createApiKey,
  createClient,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { createAlert } from '../../support/alert-caller.js';
import { addTotp } from '../../support/factors.js';
import { PROBLEM_ROUTES, fillPath } from '../../support/documented-routes.js';
import { inlinedDocument } from '../../support/inlined-document.js';
import { createOrganization } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { logRequest } from '../../support/usage-caller.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';

interface Fault {
  parameter?: string;
  pointer?: string;
  detail: string;
}

interface Schema {
  $ref?: string;
  enum?: string[];
  maxLength?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content: Record<string, { examples: Record<string, { value: unknown }> }> }>;
}

const document = inlinedDocument(
  JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  },
);
const OPERATIONS = new Map(
  Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => [one.operationId, one])),
);

const app = useTestApp();
let caller: SignedInCaller;
let key: string;
let ids: Record<string, string>;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const other = await signedInCaller(app());
  const clientId = await createClient(caller);
  const created = await createApiKey(caller, clientId);
  key = created.key;
  const { body } = await caller.get<{ session: { id: string } }>('/v1/sessions/current');
  const { body: identities } = await caller.get<{ data: { id: string }[] }>('/v1/accounts/me/identities');
  const { loggedRequestId } = await logRequest(caller);
  ids = {
    accountId: other.accountId,
    organizationId: await createOrganization(caller),
    clientId,
    keyId: created.id,
    sessionId: body.session.id,
    identityId: identities.data[0].id,
    factorId: (await addTotp(app(), caller)).id,
    tokenId: (await createToken(caller, ['clients:read'])).id,
    provider: 'oidc',
    jobId: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    alertId: (await createAlert(caller, clientId)).id,
    loggedRequestId,
    ...(await webhookWithEvent(caller)),
  };
});

// Identity providers return with parameters of their own, none of which are rejected.
const ROUTES = PROBLEM_ROUTES.filter(({ path }) => !path.endsWith('/callback'));

it.each(ROUTES)('$method $path responds as documented in its example', async (route) => {
  const operation = OPERATIONS.get(route.operationId)!;
  const [fault] = faultsOf(
    operation.responses['400'].content['application/problem+json'].examples.invalid_parameter.value,
  );
  const { parameter, pointer } = fault;
  const query = parameter === undefined ? '' : `?${parameter}=${String(wrongValue(operation, parameter))}`;
  const member = pointer?.slice(1);
  const bodySchema = operation.requestBody?.content['application/json'].schema;
  if (bodySchema) expect(Object.keys(resolve(bodySchema).properties ?? {})).toContain(member);
  const body = member === undefined ? route.body : { ...route.body, [member]: wrongValue(operation, member) };
  const path = `${fillPath(route.path, ids)}${query}`;
  const headers = route.security.includes('apiKeyHeader') ? { apikey: key } : undefined;

  const answer = await caller.call(route.method, path, { body, headers });

  expect(answer.status).toBe(400);
  expect(faultsOf(answer.body)).toContainEqual(fault);
});

// Callbacks reject nothing else.
it.each(PROBLEM_ROUTES.filter(({ path }) => path.endsWith('/callback')))(
  '$method $path responds to an overlong path as documented in its example',
  async ({ method, path, operationId }) => {
    const { examples } = OPERATIONS.get(operationId)!.responses['400'].content['application/problem+json'];

    const answer = await caller.call(method, fillPath(path, { provider: 'x'.repeat(1_000) }), {});

    expect(answer.status).toBe(400);
    expect(faultsOf(answer.body)).toEqual(faultsOf(examples.invalid_parameter.value));
  },
);

const faultsOf = (problem: unknown) => (problem as { errors: Fault[] }).errors;

/** A value that the schema of the parameter or member rules out. */
function wrongValue({ parameters = [], requestBody }: Operation, name: string): unknown {
  const body = requestBody && resolve(requestBody.content['application/json'].schema);
  const given = body?.properties?.[name] ?? parameters.find((one) => one.name === name)?.schema ?? {};
  const { enum: choices, maxLength, maximum, items } = resolve(given);
  if (choices) return `not-${choices[0]}`;
  if (maxLength !== undefined) return 'x'.repeat(maxLength + 1);
  if (items) return [];
  return (maximum ?? 0) + 1;
}

function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!];
}
