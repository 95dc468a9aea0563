import { expect, it } from '@jest/globals';
import { renderGuide } from '../../../src/docs/guides.js';
import { tomorrowIoParts } from '../../../src/docs/tomorrow-io-parts.js';
import { FIELDS } from '../../../src/apis/tomorrow-io/fields/fields.js';

it('lists each field with how it is derived, or among those returned as null', async () => {
  const page = await renderGuide('tomorrow-io', tomorrowIoParts());
  for (const [name, field] of FIELDS) {
    const isAnswered = 'instant' in field ? field.instant !== 'unknown' : field.derive !== undefined;
    expect([name, page.includes(`<td><code>${name}</code></td>`)]).toEqual([name, isAnswered]);
    expect(page).toContain(`<code>${name}</code>`);
  }
});
