import { lightningProbability } from '../../meteo/precipitation/lightning-probability.js';
import { snowDepthRatio } from '../../meteo/precipitation/new-snow.js';
import {
  precipitationProbability,
  probabilityOfMembers,
} from '../../meteo/precipitation/precipitation-probability.js';
import {
  type PrecipitationForm,
  precipitationForm,
  type PrecipitationType,
} from '../../meteo/precipitation/precipitation-type.js';
import { hasGap, mapSeries, newSeries } from '../../meteo/series.js';
import { DECIDING_DECIMALS } from '../../meteo/deciding-decimals.js';
import { roundHalfUp } from '../../meteo/rounding.js';
import { visibilityInKilometres } from '../../meteo/units.js';
import { weatherCode } from '../../meteo/weather-code.js';
import type { MetricSource } from '../metric.types.js';
import { type AirSeries, airOf } from './air-series.js';

const RAIN: PrecipitationForm = { type: 'rain', snowShare: 0 };

/** Precipitation, snow, lightning and the weather code, hour by hour, in the units of the metrics. */
export class WeatherSeries {
  private readonly intensity: Float64Array;
  private readonly snow: Float64Array;
  private readonly types: PrecipitationType[];
  private probabilities: Float64Array | undefined;
  private lightningOfHours: Float64Array | undefined;

  constructor(private readonly source: MetricSource) {
    const air = airOf(source);
    this.intensity = source.variable('precipitation');
    const forms = this.formsOf(air);
    this.snow = mapSeries(this.intensity, (mm, i) => {
      const { snowShare } = forms[i];
      return snowShare > 0 ? mm * snowShare * snowDepthRatio(air.temperature[i]) : 0 * mm;
    });
    // Snow whose depth would be served as 0 counts as rain.
    this.types = forms.map(({ type }, i) =>
      type === 'snow' && roundHalfUp(this.snow[i], DECIDING_DECIMALS.snowAccumulation) === 0 ? 'rain' : type,
    );
  }

  snowAccumulation(): Float64Array {
    return this.snow;
  }

  precipitationProbability(): Float64Array {
    if (this.probabilities) return this.probabilities;
    const members = this.source.variable('precipitationProbability');
    const runs = hasGap(members) ? this.source.wetShares() : [];
    const shares = newSeries(runs.length);
    const { intensity, types } = this;
    this.probabilities = newSeries(intensity.length);
    for (let i = 0; i < intensity.length; i++) {
      for (let run = 0; run < runs.length; run++) shares[run] = runs[run][i];
      this.probabilities[i] = Number.isNaN(members[i])
        ? precipitationProbability(intensity[i], types[i], shares)
        : probabilityOfMembers(members[i], intensity[i], types[i]);
    }
    return this.probabilities;
  }

  /** Never above the precipitation probability. */
  lightningProbability(): Float64Array {
    const precipitation = this.precipitationProbability();
    return mapSeries(this.lightning(), (percent, i) => Math.min(percent, precipitation[i]));
  }

  weatherCode(): Float64Array {
    const [cloudCover, visibility] = [this.source.variable('cloudCover'), this.source.variable('visibility')];
    const lightning = this.lightning();
    const members = this.source.variable('precipitationProbability');
    const { intensity, types } = this;
    const codes = newSeries(intensity.length);
    for (let i = 0; i < codes.length; i++)
      codes[i] = weatherCode({
        intensity: intensity[i],
        type: types[i],
        // Only capped by members: the estimated probability of a wet hour is never below the threshold of a
        // thunderstorm, so that capping by it would change nothing.
        lightningProbability: Number.isNaN(members[i])
          ? lightning[i]
          : Math.min(lightning[i], probabilityOfMembers(members[i], intensity[i], types[i])),
        cloudCover: cloudCover[i],
        visibility: visibilityInKilometres(visibility[i]),
      });
    return codes;
  }

  private lightning(): Float64Array {
    return (this.lightningOfHours ??= this.newLightning());
  }

  private newLightning(): Float64Array {
    const [cape, inhibition] = [this.source.variable('cape'), this.source.variable('convectiveInhibition')];
    const liftedIndex = this.source.variable('liftedIndex');
    const { intensity } = this;
    const lightning = newSeries(intensity.length);
    for (let i = 0; i < intensity.length; i++)
      lightning[i] = lightningProbability(cape[i], inhibition[i], liftedIndex[i], intensity[i]);
    return lightning;
  }

  private formsOf(air: AirSeries): PrecipitationForm[] {
    const flags = ['rainFlag', 'snowFlag', 'freezingRainFlag', 'icePelletsFlag'] as const;
    const [rain, snow, freezingRain, icePellets] = flags.map((name) => this.source.variable(name));
    const frozen = this.source.variable('frozenPrecipitationPercent');
    const { temperature, humidity, pressureSurfaceLevel } = air;
    const forms = new Array<PrecipitationForm>(this.intensity.length).fill(RAIN);
    for (let i = 0; i < forms.length; i++) {
      if (!(this.intensity[i] > 0)) continue;
      forms[i] = precipitationForm({
        rainFlag: rain[i],
        snowFlag: snow[i],
        freezingRainFlag: freezingRain[i],
        icePelletsFlag: icePellets[i],
        frozenPercent: frozen[i],
        air: {
          celsius: temperature[i],
          humidityPercent: humidity[i],
          pressureHpa: pressureSurfaceLevel[i],
        },
      });
    }
    return forms;
  }
}

export const weatherOf = (source: MetricSource): WeatherSeries => source.shared(makeWeather);

function makeWeather(source: MetricSource): WeatherSeries {
  return new WeatherSeries(source);
}
