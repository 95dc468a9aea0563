import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { atOnce } from '../../../src/core/background/index.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { renderMarkdown } from '../../../src/docs/markdown.js';
import { inlinedDocument } from '../../support/inlined-document.js';
import { codeBlocks, guides, guideText, writtenTexts } from '../../support/written-texts.js';

/** What runs or compares the blocks, by their opening line. */
const CHECKED = {
  'sh tour': 'test/system/guides-tour',
  'sh settings': 'below',
  'sh package': 'test/system/package-guide',
  'sh project': 'test/system/package-guide',
  ts: 'test/unit/texts',
  'yaml grafana': 'test/e2e/docs/guide-programs',
  'json grafana': 'test/e2e/docs/guide-programs',
  'yaml home-assistant': 'test/e2e/docs/guide-programs',
  json: 'below',
  js: 'test/e2e/events/webhooks/guide',
};
/** What the other blocks start with. The tests of commands, Compose, streams and webhooks run the same text. */
const OTHERS = [
  'npm ci\nnpm start\n',
  'npm run backup -- ',
  'FEATURES=./dist/src/alerts/alerts.feature.js npx --no weather-forecast-service start\n',
  'export KEY_SECRET=',
  'services:\n',
  'class Weather(TomorrowioV4):\n',
  'claude mcp add ',
  'curl -sN "$url/v1/events"',
  '<img\n  src="https://weather.example/v1/weather/meteogram.svg',
  'curl -s "$url/v1/webhooks"',
];

const DOCUMENT = new URL('../../../openapi/openapi.json', import.meta.url);
const { paths } = inlinedDocument(
  JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Record<string, { get: { responses: Record<string, Response> } }>;
  },
);
interface Response {
  content: Record<string, { examples: Record<string, { value: object }> }>;
}
const [{ examples }] = Object.values(paths['/v1/weather/forecast'].get.responses['400'].content);
const DOCUMENTED_ERROR = examples.invalid_parameter.value;

describe('code blocks in the guides', () => {
  it('are each run or compared by a test', () => {
    const blocks = writtenTexts.flatMap(({ text }) => [...text.matchAll(/^```(.+)\n([^]*?)^```$/gm)]);
    const unchecked = blocks
      .filter(([, opening]) => !Object.hasOwn(CHECKED, opening))
      .map(([, , block]) => block)
      .filter((block) => !OTHERS.some((other) => block.startsWith(other)));
    expect(blocks.length).toBeGreaterThan(20);
    expect(unchecked).toEqual([]);
  });

  it('are whole on their pages, which are rendered section by section', () => {
    for (const { text } of guides) {
      const fences = text.match(/^ *```/gm) ?? [];
      expect(atOnce(renderMarkdown(text)).match(/<pre /g) ?? []).toHaveLength(fences.length / 2);
    }
  });

  it.each([
    ['mail', { mail: { from: { name: 'Example Weather', address: 'weather@example.com' } } }],
    ['single-sign-on', { identityProviders: [{ button: 'Continue with Example', clientId: 'weather' }] }],
  ])('set what the %s guide says', (guide, expected) => {
    const [settings] = codeBlocks(guideText(guide), 'sh settings');
    const script = `set -a\n${settings}exec env -0`;
    const lines = execFileSync('sh', ['-ec', script], { encoding: 'utf8', env: {} }).split('\0');
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));

    const configuration = loadConfiguration(environment);

    expect(configuration.warnings).toEqual([]);
    expect(configuration).toMatchObject(expected);
  });

  it('show an error as the service returns it', () => {
    const [block] = codeBlocks(guideText('errors'), 'json');
    const error = JSON.parse(block) as Record<string, unknown>;
    // test/e2e/every-route checks the document's examples against the service.
    expect(error).toEqual({
      ...DOCUMENTED_ERROR,
      type: 'http://localhost:3000/docs/errors#invalid_parameter',
    });
  });
});
