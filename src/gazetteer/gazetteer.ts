import { readFileSync } from 'node:fs';
import { brotliDecompressSync, constants } from 'node:zlib';
import KDBush from 'kdbush';
import { around, distance } from 'geokdbush';
import { foldName } from './fold-name.js';
import { decodeGazetteer, type GazetteerColumns } from './gazetteer-file.js';

/** A city, town or village, by GeoNames. */
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
  /** Metres above the sea. */
  elevation: number | null;
  /** By the IANA database. */
  timeZone: string;
  population: number;
}

export const GAZETTEER_ATTRIBUTION = 'GeoNames, CC BY 4.0 (https://www.geonames.org)';

const ID_PREFIX = 'plc_';
const DEGREES = 1e-5;
const UNKNOWN_ELEVATION = -9999;
/** A byte that no text in UTF-8 has: behind all names that begin with a text. */
const AFTER_ALL = Buffer.from([0xff]);

/** Finds places by their names or near a point. All of it is in memory. */
export class Gazetteer {
  private readonly columns: GazetteerColumns;
  private readonly positions: KDBush;
  /** By folded name or code: the numbers of countries and of divisions. */
  private readonly countriesNamed: ReadonlyMap<string, ReadonlySet<number>>;
  private readonly divisionsNamed: ReadonlyMap<string, ReadonlySet<number>>;

  private static loaded: Gazetteer | undefined;

  /** That of the service, which is read when it is asked for first. */
  static get own(): Gazetteer {
    return (this.loaded ??= new Gazetteer(readOwnFile()));
  }

  /** @param file as `encodeGazetteer` makes it */
  constructor(file: ArrayBuffer) {
    this.columns = decodeGazetteer(file);
    const { places, longitudes, latitudes } = this.columns;
    this.positions = new KDBush(places, undefined, Float64Array);
    for (let i = 0; i < places; i++) this.positions.add(longitudes[i] * DEGREES, latitudes[i] * DEGREES);
    this.positions.finish();
    const countryName = new Intl.DisplayNames('en', { type: 'region' });
    const { countries, divisions } = this.columns;
    this.countriesNamed = byName(countries.map((code) => [code, countryName.of(code) ?? code]));
    this.divisionsNamed = byName(divisions.map(([code, title]) => [code.slice('US.'.length), title]));
  }

  /**
   * The places with a name, then those whose name begins with it; the most populous first among each. What follows a comma
   * narrows them down to a country or a division, by its name or code: `Paris, TX`, `Paris, France`.
   */
  find(query: string, limit: number): Place[] {
    const [name, ...within] = query.split(',').map(foldName);
    if (name === '') return [];
    const isWithin = this.filter(within.filter((part) => part !== ''));
    const bytes = Buffer.from(name);
    const [first, end] = [this.position(bytes), this.position(Buffer.concat([bytes, AFTER_ALL]))];
    let firstLonger = first;
    while (firstLonger < end && this.nameLength(firstLonger) === bytes.length) firstLonger++;
    const exact = this.mostPopulous(first, firstLonger, limit, isWithin);
    const longer = this.mostPopulous(firstLonger, end, limit, isWithin);
    return [...new Set([...exact, ...longer])].slice(0, limit).map((i) => this.place(i));
  }

  /** The place with an id; undefined where there is none. */
  byId(id: string): Place | undefined {
    if (!/^plc_[1-9]\d{0,9}$/.test(id)) return undefined;
    const i = this.columns.geonameIds.indexOf(Number(id.slice(ID_PREFIX.length)));
    return i < 0 ? undefined : this.place(i);
  }

  /** The nearest places, with their distance in kilometres along the surface. */
  nearest(latitude: number, longitude: number, limit: number): { place: Place; kilometres: number }[] {
    return around(this.positions, longitude, latitude, limit).map((i) => {
      const place = this.place(i);
      return { place, kilometres: distance(longitude, latitude, place.longitude, place.latitude) };
    });
  }

  /** Of the names in a range, which are in the order of their bytes: the places with the smallest numbers, ascending. */
  private mostPopulous(
    first: number,
    end: number,
    limit: number,
    isWithin: (place: number) => boolean,
  ): number[] {
    const { placeOf } = this.columns;
    const best: number[] = [];
    for (let name = first; name < end; name++) {
      const place = placeOf[name];
      if (best.length === limit && place >= best[limit - 1]) continue;
      if (best.includes(place) || !isWithin(place)) continue;
      const at = best.findIndex((other) => other > place);
      best.splice(at < 0 ? best.length : at, 0, place);
      if (best.length > limit) best.pop();
    }
    return best;
  }

  /** Whether a place is in all that is named, each by a country or a division. */
  private filter(within: readonly string[]): (place: number) => boolean {
    if (within.length === 0) return () => true;
    const { countryOf, divisionOf } = this.columns;
    const regions = within.map((name) => ({
      countries: this.countriesNamed.get(name),
      divisions: this.divisionsNamed.get(name),
    }));
    return (place) =>
      regions.every(
        ({ countries, divisions }) => countries?.has(countryOf[place]) || divisions?.has(divisionOf[place]),
      );
  }

  /** How many names come before a text. */
  private position(text: Buffer): number {
    const { folded, nameEnds, names } = this.columns;
    let [low, high] = [0, names];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : nameEnds[middle - 1];
      if (folded.compare(text, 0, text.length, start, nameEnds[middle]) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private nameLength(name: number): number {
    const { nameEnds } = this.columns;
    return nameEnds[name] - (name === 0 ? 0 : nameEnds[name - 1]);
  }

  private place(i: number): Place {
    const { titles, titleEnds, countries, divisions, timeZones, ...columns } = this.columns;
    const elevation = columns.elevations[i];
    const [, division] = divisions[columns.divisionOf[i]];
    return {
      id: `${ID_PREFIX}${columns.geonameIds[i]}`,
      name: titles.toString('utf8', i === 0 ? 0 : titleEnds[i - 1], titleEnds[i]),
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

/** The numbers of what has a name. */
function byName(names: readonly (readonly string[])[]): Map<string, Set<number>> {
  const numbers = new Map<string, Set<number>>();
  names.forEach((ofOne, i) => {
    for (const name of ofOne.map(foldName)) numbers.set(name, (numbers.get(name) ?? new Set()).add(i));
  });
  return numbers;
}

function readOwnFile(): ArrayBuffer {
  const file = readFileSync(new URL('./places.bin.br', import.meta.url));
  const bytes = brotliDecompressSync(file, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
