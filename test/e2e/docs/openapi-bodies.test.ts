import { beforeAll, describe, expect, it } from '@jest/globals';
import { FROST } from '../../support/alert-caller.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { inlinedDocument } from '../../support/inlined-document.js';
import { useTestApp } from '../../support/test-app.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { examples?: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const FORM = 'application/x-www-form-urlencoded';

const app = useTestApp();
let document: Document;
let operations: [name: string, operation: Operation][];
beforeAll(async () => {
  document = inlinedDocument((await (await fetch(`${app().url}/openapi.json`)).json()) as Document);
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
  // The routes of other APIs ignore unknown members and have their own error formats.
  operations = operations.filter(([name]) => !/ \/(open-meteo|v4|mcp)/.test(name));
});

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!];

describe('the OpenAPI document', () => {
  it('documents the errors of JSON bodies, even where no body is accepted', () => {
    const problems = ['malformed_body', 'payload_too_large', 'unsupported_media_type'];
    const inJson = operations.filter(
      ([name, { requestBody }]) => !name.startsWith('get ') && !(requestBody && FORM in requestBody.content),
    );
    for (const [name, { responses }] of inJson) {
      const codes = Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}),
      );
      expect([name, problems.filter((code) => !codes.includes(code))]).toEqual([name, []]);
    }
  });

  it('closes the schemas of bodies, since the service rejects unknown members', () => {
    const bodies = operations.flatMap(([, { requestBody }]) => Object.values(requestBody?.content ?? {}));
    expect(bodies.length).toBeGreaterThan(10);
    const check = (schema: Schema): void => {
      const { properties, additionalProperties } = resolve(schema);
      if (!properties) return;
      expect(additionalProperties).toBe(false);
      Object.values(properties).forEach(check);
    };
    bodies.forEach(({ schema }) => check(schema));
  });
});

describe('null', () => {
  let caller: SignedInCaller;
  let clientId: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    clientId = await createClient(caller);
  });

  const takesNull = (schema: Schema): boolean =>
    [schema.type].flat().includes('null') || (schema.anyOf ?? []).some(takesNull);

  it.each([
    ['post', '/v1/clients', { name: 'Null' }],
    ['patch', '/v1/clients/{clientId}', {}],
    ['post', '/v1/clients/{clientId}/secret', {}],
    ['post', '/v1/clients/{clientId}/api-keys', { name: 'Null' }],
    ['post', '/v1/alerts', FROST],
  ])('is accepted by %s %s where the document says so, and nowhere else', async (method, path, body) => {
    const { requestBody } = document.paths[path][method];
    const { properties } = resolve(requestBody!.content['application/json'].schema);
    for (const [name, schema] of Object.entries(properties!)) {
      const { status } = await caller.call(method.toUpperCase(), path.replace('{clientId}', clientId), {
        body: { ...body, ...(path === '/v1/alerts' && { client_id: clientId }), [name]: null },
      });
      expect([name, status < 300]).toEqual([name, takesNull(schema)]);
    }
  });
});
