import type { Configuration } from '../../src/core/config/configuration.js';
import { ForecastService } from '../../src/forecast/forecast.service.js';
import { ForecastQueries } from '../../src/forecast/request/forecast-queries.js';
import type { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { type ConsensusWeights, DOCUMENTED_WEIGHTS } from '../../src/weather/consensus/index.js';
import { OWN_CATALOGUE } from './own-catalogue.js';

/** The service with our own metrics, as Nest composes it. */
export function forecastService(
  catalogue: RunCatalogue,
  configuration: Configuration,
  weights: ConsensusWeights = DOCUMENTED_WEIGHTS,
): ForecastService {
  const queries = ForecastQueries.of(OWN_CATALOGUE, configuration);
  return new ForecastService(catalogue, configuration, OWN_CATALOGUE, queries, weights);
}
