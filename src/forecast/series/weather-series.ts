import { lightningProbability } from '../../meteo/precipitation/lightning-probability.js';
import { snowDepthRatio } from '../../meteo/precipitation/new-snow.js';
import { precipitationProbability } from '../../meteo/precipitation/precipitation-probability.js';
import {
  type Air,
  formByTemperature,
  OWN_TERRAIN_METRES,
  type PrecipitationForm,
  precipitationForm,
  type PrecipitationType,
} from '../../meteo/precipitation/precipitation-type.js';
import { mapSeries, newSeries } from '../../meteo/series.js';
import { servedIn } from '../../meteo/served-values.js';
import { visibilityInKilometres } from '../../meteo/units.js';
import { weatherCode } from '../../meteo/weather-code.js';
import { type AirSeries } from './air-series.js';
import { type HourlySeries } from './hourly-series.js';

const RAIN: PrecipitationForm = { type: 'rain', snowShare: 0 };

const servedSnow = servedIn('snowAccumulation', 'metric');

/** Precipitation, snow, thunder and the code that names the weather, hour by hour, in the units of the metrics. */
export class WeatherSeries {
  private readonly intensity: Float64Array;
  private readonly snow: Float64Array;
  private readonly types: PrecipitationType[];
  private probabilities: Float64Array | undefined;

  /**
   * @param lift metres from the model's terrain to the place, upwards
   * @param wetShares of the cells around the place, newest run first
   */
  constructor(
    private readonly hourly: HourlySeries,
    air: AirSeries,
    lift: number,
    private readonly wetShares: () => readonly Float64Array[],
  ) {
    this.intensity = hourly.get('precipitation');
    const forms = Math.abs(lift) > OWN_TERRAIN_METRES ? this.formsByTemperature(air) : this.formsOfModel(air);
    this.snow = mapSeries(this.intensity, (mm, i) => {
      const { snowShare } = forms[i];
      return snowShare > 0 ? mm * snowShare * snowDepthRatio(air.temperature[i]) : 0 * mm;
    });
    // Snow too little to be served with what melts of it is rain.
    this.types = forms.map(({ type }, i) =>
      type === 'snow' && servedSnow(this.snow[i]) === 0 ? 'rain' : type,
    );
  }

  snowAccumulation(): Float64Array {
    return this.snow;
  }

  precipitationProbability(): Float64Array {
    if (this.probabilities) return this.probabilities;
    const runs = this.wetShares();
    const shares = newSeries(runs.length);
    return (this.probabilities = mapSeries(this.intensity, (mm, i) => {
      for (let run = 0; run < runs.length; run++) shares[run] = runs[run][i];
      return precipitationProbability(mm, this.types[i], shares);
    }));
  }

  /** No more probable than the precipitation that it comes with. */
  lightningProbability(): Float64Array {
    const precipitation = this.precipitationProbability();
    return mapSeries(this.lightning(), (percent, i) => Math.min(percent, precipitation[i]));
  }

  weatherCode(): Float64Array {
    const [cloudCover, visibility] = [this.hourly.get('cloudCover'), this.hourly.get('visibility')];
    const lightning = this.lightning();
    return mapSeries(this.intensity, (intensity, i) =>
      weatherCode({
        intensity,
        type: this.types[i],
        // A wet hour's precipitation is more probable than a thunderstorm must be: the cap decides nothing.
        lightningProbability: lightning[i],
        cloudCover: cloudCover[i],
        visibility: visibilityInKilometres(visibility[i]),
      }),
    );
  }

  private lightning(): Float64Array {
    const [cape, inhibition] = [this.hourly.get('cape'), this.hourly.get('convectiveInhibition')];
    const liftedIndex = this.hourly.get('liftedIndex');
    return mapSeries(this.intensity, (mm, i) =>
      lightningProbability(cape[i], inhibition[i], liftedIndex[i], mm),
    );
  }

  private formsOfModel(air: AirSeries): PrecipitationForm[] {
    const flags = ['rainFlag', 'snowFlag', 'freezingRainFlag', 'icePelletsFlag'] as const;
    const [rain, snow, freezingRain, icePellets] = flags.map((name) => this.hourly.get(name));
    const frozen = this.hourly.get('frozenPrecipitationPercent');
    const airAt = airOf(air);
    return Array.from(this.intensity, (mm, i) =>
      mm > 0
        ? precipitationForm({
            rainFlag: rain[i],
            snowFlag: snow[i],
            freezingRainFlag: freezingRain[i],
            icePelletsFlag: icePellets[i],
            frozenPercent: frozen[i],
            air: airAt(i),
          })
        : RAIN,
    );
  }

  private formsByTemperature(air: AirSeries): PrecipitationForm[] {
    const airAt = airOf(air);
    return Array.from(this.intensity, (mm, i) => (mm > 0 ? formByTemperature(airAt(i)) : RAIN));
  }
}

function airOf(air: AirSeries): (hour: number) => Air {
  const [humidity, pressure] = [air.humidity(), air.pressureSurfaceLevel()];
  return (hour) => ({
    celsius: air.temperature[hour],
    humidityPercent: humidity[hour],
    pressureHpa: pressure[hour],
  });
}
