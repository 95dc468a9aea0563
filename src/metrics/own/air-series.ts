import { apparentTemperature } from '../../meteo/air/apparent-temperature.js';
import { dewPoint, relativeHumidity } from '../../meteo/air/humidity.js';
import { hasGap, mapSeries } from '../../meteo/series.js';
import { liftHumidity, liftPressure, liftTemperature } from '../../meteo/air/terrain-correction.js';
import { kelvinToCelsius, pascalsToHectopascals } from '../../meteo/units.js';
import { windSpeed } from '../../meteo/air/wind.js';
import type { MetricSource } from '../metric.types.js';

/**
 * What the height of the ground changes: temperature, dew point, humidity, apparent temperature and pressure, carried
 * from the model's terrain up by a height. Units are those of the metrics.
 */
export class AirSeries {
  readonly temperature: Float64Array;
  private readonly terrainTemperature: Float64Array;
  private dewPoints: Float64Array | undefined;
  private humidities: Float64Array | undefined;
  private pressures: Float64Array | undefined;
  /** Metres from the model's terrain to the place, upwards. */
  private readonly lift: number;

  constructor(private readonly source: MetricSource) {
    this.lift = source.lift;
    this.terrainTemperature = mapSeries(source.variable('temperature2m'), kelvinToCelsius);
    this.temperature = mapSeries(this.terrainTemperature, (celsius) => liftTemperature(celsius, this.lift));
  }

  dewPoint(): Float64Array {
    return mapSeries(this.terrainDewPoint(), (celsius) => liftTemperature(celsius, this.lift));
  }

  humidity(): Float64Array {
    const humidity = this.terrainHumidity();
    if (this.lift === 0) return humidity;
    const dewPoints = this.terrainDewPoint();
    return mapSeries(humidity, (percent, i) =>
      liftHumidity(percent, this.terrainTemperature[i], dewPoints[i], this.lift),
    );
  }

  /** The model's own where it has one, changed as the formula changes with height; else the formula's. */
  temperatureApparent(): Float64Array {
    const ofModel = this.source.variable('apparentTemperature2m');
    if (this.lift === 0 && !hasGap(ofModel)) return mapSeries(ofModel, kelvinToCelsius);
    const [u, v] = [this.source.variable('windU10m'), this.source.variable('windV10m')];
    const [humidity, terrainHumidity] = [this.humidity(), this.terrainHumidity()];
    return mapSeries(this.temperature, (celsius, i) => {
      const wind = windSpeed(u[i], v[i]);
      const felt = apparentTemperature(celsius, humidity[i], wind);
      if (Number.isNaN(ofModel[i])) return felt;
      const feltOnTerrain = apparentTemperature(this.terrainTemperature[i], terrainHumidity[i], wind);
      return kelvinToCelsius(ofModel[i]) + felt - feltOnTerrain;
    });
  }

  pressureSurfaceLevel(): Float64Array {
    return (this.pressures ??= this.liftedPressure());
  }

  private liftedPressure(): Float64Array {
    const pressure = mapSeries(this.source.variable('surfacePressure'), pascalsToHectopascals);
    if (this.lift === 0) return pressure;
    const dewPoints = this.terrainDewPoint();
    return mapSeries(pressure, (hectopascals, i) =>
      liftPressure(hectopascals, this.terrainTemperature[i], dewPoints[i], this.lift),
    );
  }

  /** Of the model's terrain: the model's own where it has one, else by its temperature and dew point. */
  private terrainHumidity(): Float64Array {
    if (this.humidities) return this.humidities;
    const dewPoints = this.source.variable('dewPoint2m');
    return (this.humidities = mapSeries(this.source.variable('relativeHumidity2m'), (percent, i) =>
      Number.isNaN(percent)
        ? relativeHumidity(this.terrainTemperature[i], kelvinToCelsius(dewPoints[i]))
        : percent,
    ));
  }

  /** Of the model's terrain; the curves through two series of steps may cross, the air's vapour may not. */
  private terrainDewPoint(): Float64Array {
    if (this.dewPoints) return this.dewPoints;
    const ofModel = this.source.variable('dewPoint2m');
    const humidity = this.source.variable('relativeHumidity2m');
    return (this.dewPoints = mapSeries(this.terrainTemperature, (celsius, i) =>
      Number.isNaN(ofModel[i])
        ? dewPoint(celsius, humidity[i])
        : Math.min(kelvinToCelsius(ofModel[i]), celsius),
    ));
  }
}

export const airOf = (source: MetricSource): AirSeries => source.shared(makeAir);

function makeAir(source: MetricSource): AirSeries {
  return new AirSeries(source);
}
