import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { LRUCache } from 'lru-cache';
import { capitalized, foldName } from './fold-name.js';
import { decodeGazetteer, type GazetteerColumns } from './gazetteer-file.js';
import { BLOCK_NAMES, grouped, indexIn, type Names, textAt, totalLength } from './name-lists.js';

/** A city, town or village from GeoNames. */
export interface Place {
  /** Opaque to callers. */
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** The first-level division, such as a state. */
  division: string | null;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** Meters above sea level. */
  elevation: number | null;
  /** IANA name. */
  timeZone: string;
  population: number;
}

/** A place with the name by which a search found it. */
export interface FoundPlace extends Place {
  matchedName: string;
}

export const GAZETTEER_ATTRIBUTION = 'GeoNames, CC BY 4.0 (https://www.geonames.org)';

const ID_PREFIX = 'plc_';
const DEGREES = 1e-5;
const UNKNOWN_ELEVATION = -9999;
/**
 * A byte that no folded name contains. Appended to a name, it sorts after that name and before longer ones that begin
 * with it.
 */
const AFTER_ITSELF = Buffer.from([0x00]);
/** A byte that no UTF-8 text contains. Appended to a text, it sorts after all names that begin with it. */
const AFTER_ALL = Buffer.from([0xff]);
/** Size of the cache. There are fewer short names, which take longest to search. */
const REMEMBERED_NAMES = 5_000;

const MOST_SUGGESTIONS = 3;
/** How many of the last letters suggestions may leave out: a name is typed wrong at its end, or goes on. */
const SUGGESTED_WITHOUT = [0, 1, 3];
/** Fewer begin too many names. In Chinese, one character has as many. */
const FEWEST_BYTES = 3;

/** How names begin. Folding would drop anything else, such as the sign of `-kanton`. */
const BEGINNING = /^\s*[\p{L}\p{N}'’‘ʻʼ`]/u;

const NONE: ReadonlySet<number> = new Set();

/** A place and one of its names, by number. */
interface Match {
  place: number;
  name: number;
}

/** What a search looks for among the names that begin with a text. */
interface Wanted {
  limit: number;
  /** Whether the names are places' first ones or others; undefined for either. */
  isFirst?: boolean;
  regions: readonly Region[];
}

/** The countries and divisions with a given name. */
interface Region {
  /** All names of their places. */
  names: readonly Names[];
  has: (place: number) => boolean;
}

/** Finds places by name or near a point, entirely in memory. */
export class Gazetteer {
  private readonly columns: GazetteerColumns;
  /** Ascending. */
  private readonly ids: Uint32Array;
  private readonly positions: KDBush;
  private readonly names: Names;
  private readonly namesOfCountries: readonly Names[];
  private readonly namesOfDivisions: readonly Names[];
  /** The numbers of countries and of divisions, by folded name or code. */
  private readonly countriesNamed: ReadonlyMap<string, ReadonlySet<number>>;
  private readonly divisionsNamed: ReadonlyMap<string, ReadonlySet<number>>;
  private readonly firstMatches = new LRUCache<string, { place: Place | undefined }>({
    max: REMEMBERED_NAMES,
  });

  /** @param file in the format of `encodeGazetteer`, in memory of its own */
  constructor(file: Buffer<ArrayBuffer>) {
    this.columns = decodeGazetteer(file);
    const { places, geonameIds, placesById, placeOf } = this.columns;
    const { countries, divisions, countryOf, divisionOf } = this.columns;
    this.ids = placesById.map((place) => geonameIds[place]);
    this.positions = positionsOf(this.columns);
    [this.names] = grouped(placeOf, 1, new Uint8Array(places));
    this.namesOfCountries = grouped(placeOf, countries.length, countryOf);
    this.namesOfDivisions = grouped(placeOf, divisions.length, divisionOf);
    const countryName = new Intl.DisplayNames('en', { type: 'region' });
    this.countriesNamed = byName(countries.map((code) => [code, countryName.of(code) ?? code]));
    this.divisionsNamed = byName(divisions.map(([code, title]) => [code.slice('US.'.length), title]));
  }

  /**
   * Returns the places with a name, then those whose first name begins with it, then those of which another name does;
   * the most populous first in each group. Text after a comma narrows the search to a country or division, by name or
   * code: `Paris, TX`, `Paris, France`.
   */
  find(query: string, limit: number): FoundPlace[] {
    const { exact, first, others } = this.search(query.split(',').map(foldName), limit);
    const found = new Map<number, FoundPlace>();
    for (const { place, name } of [...exact, ...first, ...others])
      if (!found.has(place))
        found.set(place, { ...this.place(place), matchedName: this.spelling(name, place) });
    return [...found.values()].slice(0, limit);
  }

  private search([name, ...within]: readonly string[], limit: number, isWhole = false) {
    const [exact, first, others]: Match[][] = [[], [], []];
    if (name === '') return { exact, first, others };
    const [smallest, ...regions] = within
      .filter((part) => part !== '')
      .map((part) => this.region(part))
      .sort((a, b) => totalLength(a.names) - totalLength(b.names));
    const bytes = Buffer.from(name);
    for (const names of smallest?.names ?? [this.names]) {
      const start = this.position(names, bytes);
      const firstLonger = this.position(names, Buffer.concat([bytes, AFTER_ITSELF]));
      this.addMostPopulous(exact, names, [start, firstLonger], { limit, regions });
      if (isWhole) continue;
      const end = this.position(names, Buffer.concat([bytes, AFTER_ALL]));
      this.addMostPopulous(first, names, [firstLonger, end], { limit, regions, isFirst: true });
      this.addMostPopulous(others, names, [firstLonger, end], { limit, regions, isFirst: false });
    }
    return { exact, first, others };
  }

  /** Returns the place with an ID, or the most populous one with a name, as a whole. */
  named(idOrName: string): Place | undefined {
    return this.byId(idOrName) ?? this.firstNamed(idOrName);
  }

  /** Returns places that somebody who wrote a text may mean, as `named` takes them. */
  suggestions(text: string): string[] {
    if (text.startsWith(ID_PREFIX)) return [];
    const [name, ...within] = text.split(',');
    const letters = [...foldName(name)];
    for (const dropped of SUGGESTED_WITHOUT) {
      const begun = letters.slice(0, Math.max(letters.length - dropped, 0)).join('');
      if (Buffer.byteLength(begun) < FEWEST_BYTES) return [];
      const found = this.find([begun, ...within].join(), MOST_SUGGESTIONS);
      if (found.length > 0) return [...new Set(found.map((place) => `${place.name}, ${place.countryCode}`))];
    }
    return [];
  }

  /** Returns the place with an ID; undefined if there is none. */
  byId(id: string): Place | undefined {
    if (!/^plc_[1-9]\d{0,9}$/.test(id)) return undefined;
    const i = indexIn(this.ids, Number(id.slice(ID_PREFIX.length)));
    return i < 0 ? undefined : this.place(this.columns.placesById[i]);
  }

  /** Returns the nearest places, with their distance in kilometers along the surface. */
  nearest(latitude: number, longitude: number, limit: number): { place: Place; kilometres: number }[] {
    return around(this.positions, longitude, latitude, limit).map((i) => {
      const place = this.place(i);
      return { place, kilometres: distance(longitude, latitude, place.longitude, place.latitude) };
    });
  }

  private firstNamed(query: string): Place | undefined {
    if (!BEGINNING.test(query)) return undefined;
    const folded = query.split(',').map(foldName);
    const key = folded.join();
    const known = this.firstMatches.get(key);
    if (known) return known.place;
    const match = this.search(folded, 1, true).exact.at(0);
    const place = match && this.place(match.place);
    this.firstMatches.set(key, { place });
    return place;
  }

  /**
   * Adds the places of the names from `start` up to `end` to `best`, which keeps the smallest place numbers, ascending.
   */
  private addMostPopulous(
    best: Match[],
    { numbers, smallestPlaces }: Names,
    [start, end]: readonly [number, number],
    { limit, isFirst, regions }: Wanted,
  ): void {
    const { placeOf, isFirst: firstNames } = this.columns;
    const isTooLarge = (place: number) => best.length === limit && place >= best[limit - 1].place;
    for (let i = start; i < end; i++) {
      if (i % BLOCK_NAMES === 0 && isTooLarge(smallestPlaces[i / BLOCK_NAMES])) {
        i += BLOCK_NAMES - 1;
        continue;
      }
      const name = numbers[i];
      const place = placeOf[name];
      if (isTooLarge(place) || (isFirst !== undefined && (firstNames[name] === 1) !== isFirst)) continue;
      if (best.some((match) => match.place === place) || !regions.every((region) => region.has(place)))
        continue;
      const at = best.findIndex((match) => match.place > place);
      best.splice(at < 0 ? best.length : at, 0, { place, name });
      if (best.length > limit) best.pop();
    }
  }

  /** Returns a name as it is written. */
  private spelling(name: number, place: number): string {
    const { isFirst, spelledNames, spellingEnds, spelled, folded, nameEnds } = this.columns;
    if (isFirst[name] === 1) return this.title(place);
    const at = indexIn(spelledNames, name);
    if (at >= 0) return textAt(spelled, spellingEnds, at);
    return capitalized(textAt(folded, nameEnds, name));
  }

  private title(place: number): string {
    return textAt(this.columns.titles, this.columns.titleEnds, place);
  }

  private region(name: string): Region {
    const { countryOf, divisionOf } = this.columns;
    const countries = this.countriesNamed.get(name) ?? NONE;
    const divisions = this.divisionsNamed.get(name) ?? NONE;
    return {
      names: [
        ...Array.from(countries, (country) => this.namesOfCountries[country]),
        ...Array.from(divisions, (division) => this.namesOfDivisions[division]),
      ],
      has: (place) => countries.has(countryOf[place]) || divisions.has(divisionOf[place]),
    };
  }

  /** Returns where the names begin that don't sort before a text. */
  private position({ numbers, start: low, end: high }: Names, text: Buffer): number {
    const { folded, nameEnds } = this.columns;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const name = numbers[middle];
      const start = name === 0 ? 0 : nameEnds[name - 1];
      if (folded.compare(text, 0, text.length, start, nameEnds[name]) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private place(i: number): Place {
    const { countries, divisions, timeZones, ...columns } = this.columns;
    const elevation = columns.elevations[i];
    const [, division] = divisions[columns.divisionOf[i]];
    return {
      id: `${ID_PREFIX}${columns.geonameIds[i]}`,
      name: this.title(i),
      countryCode: countries[columns.countryOf[i]],
      division: division === '' ? null : division,
      latitude: columns.latitudes[i] / 1e5,
      longitude: columns.longitudes[i] / 1e5,
      elevation: elevation === UNKNOWN_ELEVATION ? null : elevation,
      timeZone: timeZones[columns.timeZoneOf[i]],
      population: columns.populations[i],
    };
  }
}

function positionsOf({ places, placesByPosition, longitudes, latitudes }: GazetteerColumns): KDBush {
  const { data, ids, coords } = new KDBush(places);
  ids.set(placesByPosition);
  placesByPosition.forEach((place, i) => {
    coords[2 * i] = longitudes[place] * DEGREES;
    coords[2 * i + 1] = latitudes[place] * DEGREES;
  });
  return KDBush.from(data);
}

/** Returns the numbers of the entries with each name. */
function byName(names: readonly (readonly string[])[]): Map<string, Set<number>> {
  const numbers = new Map<string, Set<number>>();
  names.forEach((ofOne, i) => {
    for (const name of ofOne.map(foldName)) numbers.set(name, (numbers.get(name) ?? new Set()).add(i));
  });
  return numbers;
}
