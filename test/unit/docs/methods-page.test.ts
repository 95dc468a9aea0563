import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderGuide } from '../../../src/docs/guides.js';
import { methodParts } from '../../../src/docs/method-parts.js';
import { remainderOf, VARIABLE_NAMES } from '../../../src/weather/meteo/variables.js';
import { WEATHER_CODES } from '../../../src/weather/meteo/weather-codes.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

describe('the methods page', () => {
  let page: string;
  beforeAll(async () => {
    page = await renderGuide('methods', methodParts(OWN_CATALOGUE));
  });

  it.each(OWN_CATALOGUE.names)('lists %s with its unit', (name) => {
    const row = page.split('<tr>').find((text) => text.includes(`<strong id="${name}">`));
    expect(row).toContain(OWN_CATALOGUE.get(name).served.imperial.unit);
  });

  it('lists every weather code once in its table, with its condition except for the unknown code', () => {
    for (const code of Object.keys(WEATHER_CODES))
      expect(page.split(`<td><code>${code}</code>`)).toHaveLength(2);
    expect(page).toContain('<td data-label="When">intensity 2.5 to below 10 mm/h</td>');
    expect(page).toContain('>cloud cover 88 % or more</td>');
  });

  it('lists the interpolation of every variable', () => {
    const remainders = VARIABLE_NAMES.map(remainderOf);
    for (const name of VARIABLE_NAMES.filter((one) => !remainders.includes(one)))
      expect(page).toContain(`<td><code>${name}</code></td>`);
  });

  it('says what is not calibrated', () => {
    expect(page.match(/not calibrated/g)).toHaveLength(2);
  });
});
