import { DEFAULT_SOURCES, OBSERVATION_SOURCES } from '../../weather/observations/index.js';
import type { ObservationSource, Station } from '../../weather/observations/index.js';
import { type EnvironmentReader } from './environment-reader.js';

const PROTOCOLS = ['https:', 'http:', 'file:'];
const NONE = 'off';
/** `10384:52.4675:13.4021:48:Berlin-Tempelhof`; the name can be left out. */
const STATION =
  /^(\w{1,5}):(-?\d{1,2}(?:\.\d+)?):(-?\d{1,3}(?:\.\d+)?):(-?\d{1,4}(?:\.\d+)?)(?::(.{1,100}))?$/;

/** A source of station reports, with its settings. */
export interface ObservationTarget {
  readonly source: ObservationSource;
  /** In the order in which they are tried. */
  readonly baseUrls: readonly string[];
  readonly stations: readonly Station[];
}

/** Reads `OBSERVATIONS` and the settings of each source. */
export function observationSettings(
  reader: EnvironmentReader,
  isScheduled: boolean,
): { observations: ObservationTarget[]; keepsOtherObservations: boolean } {
  const isChosen = isScheduled || reader.text('OBSERVATIONS') !== undefined;
  return { observations: targetsOf(reader, isScheduled), keepsOtherObservations: !isChosen };
}

function targetsOf(reader: EnvironmentReader, isScheduled: boolean): ObservationTarget[] {
  const known = OBSERVATION_SOURCES.map((source) => targetOf(reader, source));
  const named = reader.list('OBSERVATIONS');
  const byDefault = isScheduled ? DEFAULT_SOURCES.map(({ name }) => name) : [];
  const wanted = named.length > 0 ? named : byDefault;
  if (wanted.length === 1 && wanted[0] === NONE) return [];
  const targets = wanted.flatMap((name) => {
    const target = known.find(({ source }) => source.name === name);
    const names = known.map(({ source }) => source.name).join(', ');
    return (
      target ?? reader.fault('OBSERVATIONS', `has "${name}"; expected off, or names out of ${names}`, [])
    );
  });
  if (new Set(wanted).size < wanted.length) reader.fault('OBSERVATIONS', 'names a source twice', undefined);
  for (const { source, stations } of targets)
    if (source.settings.stations && stations.length === 0)
      reader.fault(
        source.settings.stations,
        `must name stations if OBSERVATIONS has ${source.name}`,
        undefined,
      );
  return targets;
}

function targetOf(reader: EnvironmentReader, source: ObservationSource): ObservationTarget {
  const { baseUrl, stations } = source.settings;
  const baseUrls = reader.urls(baseUrl, PROTOCOLS, source.baseUrls.join(' '));
  return { source, baseUrls, stations: stations === undefined ? [] : stationsOf(reader, stations) };
}

function stationsOf(reader: EnvironmentReader, setting: string): Station[] {
  const stations = reader.list(setting).flatMap((entry) => stationOf(reader, setting, entry));
  if (new Set(stations.map(({ id }) => id)).size < stations.length)
    reader.fault(setting, 'names a station twice', undefined);
  return stations;
}

function stationOf(reader: EnvironmentReader, setting: string, entry: string): Station | [] {
  const [, id, lat, lon, elevation, name = null] = STATION.exec(entry) ?? [];
  if (id !== undefined && Math.abs(+lat) <= 90 && Math.abs(+lon) <= 180)
    return { id, name, lat: +lat, lon: +lon, elevation: +elevation };
  return reader.fault(
    setting,
    `has "${entry}"; expected id:latitude:longitude:elevation, such as 10384:52.4675:13.4021:48`,
    [],
  );
}
