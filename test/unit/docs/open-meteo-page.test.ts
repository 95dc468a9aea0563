import { beforeAll, expect, it } from '@jest/globals';
import { renderGuide } from '../../../src/docs/guides.js';
import { openMeteoParts } from '../../../src/docs/open-meteo-parts.js';
import { DAILY_VARIABLES } from '../../../src/apis/open-meteo/variables/daily-variables.js';
import { STEP_VARIABLES } from '../../../src/apis/open-meteo/variables/step-variables.js';

let page: string;
beforeAll(async () => {
  page = await renderGuide('open-meteo', openMeteoParts());
});

it('lists each variable with how it is derived, or among those returned as null', () => {
  const [steps, daily] = page.split('<h3 id="daily">');
  for (const [part, variables] of [
    [steps, [...STEP_VARIABLES].map(([name, { derive }]) => [name, derive] as const)],
    [daily, [...DAILY_VARIABLES].map(([name, { measure }]) => [name, measure] as const)],
  ] as const)
    for (const [name, answer] of variables) {
      expect([name, part.includes(`<td><code>${name}</code></td>`)]).toEqual([name, answer !== undefined]);
      expect(part).toContain(`<code>${name}</code>`);
    }
});
