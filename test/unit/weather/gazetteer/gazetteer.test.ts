import { describe, expect, it } from '@jest/globals';
import { ownGazetteer } from '../../../../src/forecast/places/own-gazetteer.js';
import { foldName } from '../../../../src/weather/gazetteer/fold-name.js';

const gazetteer = ownGazetteer();
const found = (query: string, limit = 3) =>
  gazetteer.find(query, limit).map(({ name, countryCode }) => `${name}, ${countryCode}`);

describe('a place is found', () => {
  it.each([
    ['by its name', 'Boston', ['Boston, US', 'Boston, GB', 'Boston, US']],
    ['in any case, without its diacritics', 'LODZ', ['Łódź, PL']],
    ['by another spelling', 'Muenchen', ['Munich, DE']],
    ['by its name in another language', 'Мюнхен', ['Munich, DE']],
    ['by its name in another script', '東京', ['Tokyo, JP']],
    ['by a name with a dot and an apostrophe', 'St Johns', ["St. John's, CA"]],
    ['with a country after it', 'Boston, United Kingdom', ['Boston, GB', 'Boston Spa, GB']],
    ['with the code of a country after it', 'boston,gb', ['Boston, GB', 'Boston Spa, GB']],
    ['with the code of a state after it', 'Paris, TX', ['Paris, US']],
    ['with a state and a country after it', 'Springfield, Illinois, US', ['Springfield, US']],
  ])('%s: %s', (_, query, expected) => {
    expect(found(query, expected.length)).toEqual(expected);
  });

  it('by the start of its name, after whole names', () => {
    const names = gazetteer.find('san', 100).map(({ name }) => name);
    expect(names).toContain('San Francisco');
    const populations = gazetteer.find('san jos', 10).map(({ population }) => population);
    expect(populations).toEqual(populations.toSorted((a, b) => b - a));
    expect(found('San')[0]).not.toBe('Santiago, CL');
  });

  it.each([
    ['krak', 'Kraków, PL'],
    ['san fr', 'San Francisco, US'],
    ['rado', 'Radom, PL'],
    ['warsz', 'Warsaw, PL'],
    ['roma', 'Rome, IT'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch, NL"],
  ])('by the start of its own name before the start of another one: %s', (query, first) => {
    expect(found(query)[0]).toBe(first);
  });

  it.each(['krak', 'san fr', 'rado', 'lond', 'mün', 'new', 'st', 'm'])(
    'in three groups for "%s", the most populous first in each',
    (query) => {
      const folded = foldName(query);
      const groups = gazetteer.find(query, 100).map(({ name, matchedName, population }) => {
        const isWhole = foldName(matchedName) === folded;
        expect(foldName(matchedName).startsWith(folded)).toBe(true);
        return { group: isWhole ? 0 : matchedName === name ? 1 : 2, population };
      });
      expect(groups).toEqual(groups.toSorted((a, b) => a.group - b.group || b.population - a.population));
      // A place of the last group has no name of its own that would put it into another one.
      for (const { name, matchedName } of gazetteer.find(query, 100))
        if (matchedName !== name && foldName(matchedName) !== folded)
          expect(foldName(name).startsWith(folded)).toBe(false);
    },
  );

  it.each([
    ['muenchen', 'Muenchen'],
    ['münchen', 'München'],
    ['МЮНХЕН', 'Мюнхен'],
    ['東京', '東京'],
    ['new york c', 'New York City'],
    ['saint-den', 'Saint-Denis'],
    ['nueva yor', 'Nueva York'],
  ])('by %s, the matched name of which is %s', (query, name) => {
    expect(gazetteer.find(query, 1)[0].matchedName).toBe(name);
  });

  it.each(['', ' ', ',', '!!', ', US', 'qqqqq', 'Paris, Atlantis', '\u0000', '\uffff'])(
    'not by %j',
    (query) => {
      expect(found(query)).toEqual([]);
    },
  );
});

describe('a named place', () => {
  it.each([
    ['Kraków', 'Kraków, PL'],
    ['KRAKOW', 'Kraków, PL'],
    ['Cracovie', 'Kraków, PL'],
    ['roma', 'Rome, IT'],
    ['Paris, TX', 'Paris, US'],
    ['plc_2867714', 'Munich, DE'],
  ])('is %s', (text, expected) => {
    const { name, countryCode } = gazetteer.named(text)!;
    expect(`${name}, ${countryCode}`).toBe(expected);
  });

  it.each([
    ['Krak', ['Kraków, PL', 'Kraksaan, ID', 'Krakeel, NL']],
    ['Krakw', ['Kraków, PL']],
    ['San Fr', ['San Francisco, US', 'San Francisco de Macorís, DO', 'San Francisco De Borja, PE']],
    ['Pari, TX', ['Paris, US']],
    ['Radom, TX', []],
    ['qqqqq', []],
    ['x', []],
    ['-k', []],
    // Folded, it is Guangzhou in Esperanto.
    ['-kanton', ['Guangzhou, CN', 'Canton, US']],
    ['+roma', ['Rome, IT', 'Rome, US']],
    ['', []],
    ['plc_1', []],
  ])('is not "%s", but may be %j', (text, suggestions) => {
    expect(gazetteer.named(text)).toBeUndefined();
    expect(gazetteer.suggestions(text)).toEqual(suggestions);
    for (const suggestion of suggestions) expect(gazetteer.named(suggestion)).toBeDefined();
  });
});

it('returns GeoNames’ data for a place', () => {
  const [{ matchedName, ...munich }] = gazetteer.find('Munich', 1);
  expect(matchedName).toBe('Munich');
  // 2867714 in cities500.
  expect(munich).toEqual({
    id: 'plc_2867714',
    name: 'Munich',
    countryCode: 'DE',
    division: 'Bavaria',
    latitude: 48.13743,
    longitude: 11.57549,
    elevation: 524,
    timeZone: 'Europe/Berlin',
    population: 1260391,
  });
  expect(gazetteer.byId(munich.id)).toEqual(munich);
  for (const id of ['plc_1', '2867714', 'plc_02867714', 'plc_99999999999'])
    expect(gazetteer.byId(id)).toBeUndefined();
});

it('finds the nearest places, even across the date line and at the poles', () => {
  const all = gazetteer.nearest(0, 0, 1e6).map(({ place }) => place);
  const points = [
    [42.3478, -71.0466],
    [-17, 179.99],
    [-17, -179.99],
    [89.9, 10],
    [-89.9, -120],
  ];
  for (const [latitude, longitude] of points) {
    const expected = all.reduce(
      (least, place) => Math.min(least, kilometresBetween(latitude, longitude, place)),
      Infinity,
    );
    const [{ place, kilometres }] = gazetteer.nearest(latitude, longitude, 1);
    expect(kilometres).toBeCloseTo(expected, 3);
    expect(kilometresBetween(latitude, longitude, place)).toBeCloseTo(expected, 3);
  }
});

/** Great-circle distance by the spherical law of cosines. */
function kilometresBetween(
  latitude: number,
  longitude: number,
  other: { latitude: number; longitude: number },
): number {
  const [a, b] = [latitude, other.latitude].map((degrees) => (degrees * Math.PI) / 180);
  const turn = ((other.longitude - longitude) * Math.PI) / 180;
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn);
  return 6371 * Math.acos(Math.min(1, cosine));
}
