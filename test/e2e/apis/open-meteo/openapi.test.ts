import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from '@jest/globals';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE } from './ask-open-meteo.js';
import { publishVariedRun } from '../../../support/varied-run.js';

interface Operation {
  parameters: { name: string; schema: { enum?: string[]; items?: { enum: string[] } } }[];
  responses: Record<'200' | '400', { content: { 'application/json': { schema: object } } }>;
}

const file = new URL('../../../fixtures/open-meteo/forecast.openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, { get: Operation }> };
const { parameters, responses } = document.paths['/v1/forecast'].get;
const ajv = new Ajv2020({ formats: { float: true } });
const schemaOf = (status: '200' | '400') => responses[status].content['application/json'].schema;
// Rejects members that the document doesn't list, so that misspelled ones are found.
const isAnswer = ajv.compile({ ...schemaOf('200'), additionalProperties: false });
const isError = ajv.compile({
  ...schemaOf('400'),
  additionalProperties: false,
  required: ['error', 'reason'],
});

const app = useTestApp({ MODELS: 'gfs' });
let key: string;
beforeAll(async () => {
  await publishVariedRun(app());
  ({ key } = await createKeyedClient(app()));
});
const ask = (query: string) => askOpenMeteo(app(), key, `${PLACE}&forecast_days=1&${query}`);
const namesOf = (section: string) => parameters.find(({ name }) => name === section)!.schema.items!.enum;

it.each(['hourly', 'daily', 'current', 'minutely_15'] as const)(
  'returns every variable that Open-Meteo\'s document lists in "%s"',
  async (section) => {
    const { status, body } = await ask(`${section}=${namesOf(section).join()}`);
    expect([status, isAnswer(body), isAnswer.errors]).toEqual([200, true, null]);
    for (const named of [body[section], body[`${section}_units` as keyof OpenMeteoBody]])
      expect(Object.keys(named as object).sort()).toEqual(
        [...namesOf(section), 'time', ...(section === 'current' ? ['interval'] : [])].sort(),
      );
  },
);

it('accepts every value of the other parameters', async () => {
  for (const { name, schema } of parameters)
    for (const value of schema.enum ?? []) {
      const { status, body } = await ask(`hourly=temperature_2m&${name}=${value}`);
      expect([name, value, status, isAnswer(body)]).toEqual([name, value, 200, true]);
    }
});

it("returns errors in Open-Meteo's format", async () => {
  const { status, body } = await ask('hourly=nothing');
  expect([status, isError(body), isAnswer(body)]).toEqual([400, true, false]);
});
