import type { Configuration } from '../../core/config/index.js';
import { ownGazetteer } from '../places/own-gazetteer.js';
import { unknownPlace } from '../places/unknown-place.js';
import { Problem } from '../../core/http/index.js';
import { type ModelTarget, stepsOf } from '../../weather/models/index.js';
import type { ForecastAlert } from './forecast-alert.entity.js';
import type { UpdateForecastAlertDto } from './forecast-alert-input.dto.js';

const DEFAULT_HOURS = 48;

type AlertLocation = Pick<ForecastAlert, 'latitude' | 'longitude' | 'placeId'>;

/**
 * Returns the requested location; undefined if none is given.
 * @throws Problem invalid_parameter
 */
export function locationOf({ lat, lon, place }: UpdateForecastAlertDto): AlertLocation | undefined {
  if (place === undefined) {
    if (lat === undefined && lon === undefined) return undefined;
    if (lat === undefined) throw refused('/lat', 'lat must be given with lon.');
    if (lon === undefined) throw refused('/lon', 'lon must be given with lat.');
    return { latitude: fourDecimals(lat), longitude: fourDecimals(lon), placeId: null };
  }
  if (lat !== undefined || lon !== undefined) throw refused('/place', 'Send either place, or lat and lon.');
  const found = ownGazetteer().named(place);
  if (!found) throw refused('/place', `place ${unknownPlace(place)}`);
  const { id, latitude, longitude } = found;
  return { latitude: fourDecimals(latitude), longitude: fourDecimals(longitude), placeId: id };
}

/**
 * Returns the requested hours of a model, or the next two days as far as its runs reach.
 * @param model null for all models together
 * @throws Problem invalid_parameter for a model without forecasts in this service, and for hours beyond its runs
 */
export function reachOf(
  model: string | null,
  hours: { from: number; to: number } | undefined,
  { models }: Configuration,
): Pick<ForecastAlert, 'model' | 'leadFrom' | 'leadTo'> {
  const usable = models.filter((target) => !target.model.ensemble);
  const asked = usable.filter((target) => model === null || target.model.name === model);
  if (asked.length === 0) {
    const names = usable.map((target) => target.model.name).join(', ');
    throw refused('/model', `model must be null or one of ${names}.`);
  }
  const longest = Math.max(...asked.map(horizonHours));
  const { from, to } = hours ?? { from: 0, to: Math.min(DEFAULT_HOURS, longest) };
  if (from >= to) throw refused('/lead_hours/to', 'lead_hours.to must be greater than lead_hours.from.');
  if (to > longest) throw refused('/lead_hours/to', `lead_hours.to must be at most ${longest}.`);
  return { model, leadFrom: from, leadTo: to };
}

function horizonHours(target: ModelTarget): number {
  return stepsOf(target).at(-1) ?? 0;
}

function refused(pointer: string, detail: string): Problem {
  return new Problem('invalid_parameter', { errors: [{ pointer, detail }] });
}

/** Rounds degrees to the precision in use. Adding 0 turns -0 into 0. */
function fourDecimals(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000 + 0;
}
