import {
  type VariableName,
  apparentTemperature,
  celsiusToKelvin,
  kelvinToCelsius,
  relativeHumidity,
  windSpeed,
} from '../../weather/meteo/index.js';

/** How to calculate a variable from others, all in the units of the store. */
export interface Formula {
  of: readonly VariableName[];
  make: (values: readonly Float64Array[], hour: number) => number;
}

/** Variables calculated from others where a model lacks them, and where several models are combined. */
export const DERIVED_VARIABLES: Partial<Record<VariableName, Formula>> = {
  relativeHumidity2m: {
    of: ['temperature2m', 'dewPoint2m'],
    make: ([kelvins, dewPoints], hour) =>
      relativeHumidity(kelvinToCelsius(kelvins[hour]), kelvinToCelsius(dewPoints[hour])),
  },
  apparentTemperature2m: {
    of: ['temperature2m', 'relativeHumidity2m', 'windU10m', 'windV10m'],
    make: ([kelvins, humidity, u, v], hour) =>
      celsiusToKelvin(
        apparentTemperature(kelvinToCelsius(kelvins[hour]), humidity[hour], windSpeed(u[hour], v[hour])),
      ),
  },
};
