import { HOUR_MS } from '../../core/time/index.js';
import {
  OWN_TERRAIN_METRES,
  type VariableName,
  apparentTemperature,
  celsiusToKelvin,
  dewPoint,
  hasGap,
  kelvinToCelsius,
  liftHumidity,
  liftPressure,
  liftTemperature,
  mapSeries,
  newSeries,
  noSeries,
  pascalsToHectopascals,
  relativeHumidity,
  windSpeed,
} from '../../weather/meteo/index.js';
import { type RunSegment } from '../plan/model-plan.js';
import { HourlySeries } from './hourly-series.js';

/**
 * A run's variables at a point and a height, hour by hour in the units of the store; NaN where it has no value. Dew
 * point and humidity are derived from each other if the run has only one of them.
 */
export class RunVariables {
  private readonly hourly: HourlySeries;
  private readonly known = new Map<VariableName, Float64Array>();
  private knownLift: number | undefined;

  /** @param altitude meters above sea level; undefined for the model's terrain */
  constructor(
    readonly segment: RunSegment,
    private readonly altitude: number | undefined,
  ) {
    const { run, point, firstHourMs, hours } = segment;
    this.hourly = new HourlySeries(point, (firstHourMs - run.run.getTime()) / HOUR_MS, hours);
  }

  /** One value for each hour of the segment. Callers must not modify the array. */
  get(name: VariableName): Float64Array {
    let values = this.known.get(name);
    if (!values) this.known.set(name, (values = this.atHeight(name)));
    return values;
  }

  /** Whether the run has the variable itself. */
  has(name: VariableName): boolean {
    return this.segment.point.variable(name) !== undefined;
  }

  /** Meters from the model's terrain up to the height; 0 if either is unknown. */
  private get lift(): number {
    if (this.knownLift !== undefined) return this.knownLift;
    const terrain = this.segment.point.staticValue('terrainHeight');
    return (this.knownLift =
      this.altitude === undefined || Number.isNaN(terrain) ? 0 : this.altitude - terrain);
  }

  private atHeight(name: VariableName): Float64Array {
    const { lift } = this;
    const values = this.onTerrain(name);
    if (lift === 0) return values;
    switch (name) {
      case 'temperature2m':
      case 'dewPoint2m': {
        const lifted = newSeries(values.length);
        for (let i = 0; i < values.length; i++) lifted[i] = liftTemperature(values[i], lift);
        return lifted;
      }
      case 'relativeHumidity2m': {
        const [celsius, dewPoints] = [this.terrainTemperature(), this.terrainDewPoint()];
        return mapSeries(values, (percent, i) => liftHumidity(percent, celsius[i], dewPoints[i], lift));
      }
      case 'apparentTemperature2m':
        return this.apparentAtHeight(values);
      case 'surfacePressure': {
        const [kelvins, dewPoints] = [this.hourly.get('temperature2m'), this.onTerrain('dewPoint2m')];
        const lifted = newSeries(values.length);
        for (let i = 0; i < values.length; i++) {
          const [celsius, dewPointCelsius] = [kelvinToCelsius(kelvins[i]), kelvinToCelsius(dewPoints[i])];
          lifted[i] = 100 * liftPressure(pascalsToHectopascals(values[i]), celsius, dewPointCelsius, lift);
        }
        return lifted;
      }
      case 'rainFlag':
      case 'snowFlag':
      case 'freezingRainFlag':
      case 'icePelletsFlag':
      case 'frozenPrecipitationPercent':
        return Math.abs(lift) > OWN_TERRAIN_METRES ? noSeries(values.length) : values;
      default:
        return values;
    }
  }

  private onTerrain(name: VariableName): Float64Array {
    const ofModel = this.hourly.get(name);
    if (name === 'dewPoint2m') {
      const kelvins = this.hourly.get('temperature2m');
      // The interpolated curves may cross, but the dew point cannot exceed the temperature.
      if (areAtMost(ofModel, kelvins)) return ofModel;
      const humidity = this.hourly.get('relativeHumidity2m');
      return mapSeries(ofModel, (kelvin, i) =>
        Number.isNaN(kelvin)
          ? celsiusToKelvin(dewPoint(kelvinToCelsius(kelvins[i]), humidity[i]))
          : Math.min(kelvin, kelvins[i]),
      );
    }
    if (name === 'relativeHumidity2m' && hasGap(ofModel)) {
      const [celsius, dewPoints] = [this.terrainTemperature(), this.hourly.get('dewPoint2m')];
      return mapSeries(ofModel, (percent, i) =>
        Number.isNaN(percent) ? relativeHumidity(celsius[i], kelvinToCelsius(dewPoints[i])) : percent,
      );
    }
    return ofModel;
  }

  /** The model's own values, changed by as much as the formula changes with height. */
  private apparentAtHeight(values: Float64Array): Float64Array {
    const [u, v] = [this.hourly.get('windU10m'), this.hourly.get('windV10m')];
    const [terrainHumidity, humidity] = [
      this.onTerrain('relativeHumidity2m'),
      this.get('relativeHumidity2m'),
    ];
    const celsius = this.terrainTemperature();
    return mapSeries(values, (kelvin, i) => {
      const wind = windSpeed(u[i], v[i]);
      const felt = apparentTemperature(liftTemperature(celsius[i], this.lift), humidity[i], wind);
      return kelvin + felt - apparentTemperature(celsius[i], terrainHumidity[i], wind);
    });
  }

  private terrainTemperature(): Float64Array {
    return mapSeries(this.hourly.get('temperature2m'), kelvinToCelsius);
  }

  private terrainDewPoint(): Float64Array {
    return mapSeries(this.onTerrain('dewPoint2m'), kelvinToCelsius);
  }
}

function areAtMost(values: Float64Array, bounds: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!(values[i] <= bounds[i])) return false;
  return true;
}
