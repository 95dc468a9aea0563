import type { Configuration } from '../../src/core/config/configuration.js';
import type { GroundService } from '../../src/forecast/ground/ground.service.js';
import { ForecastService } from '../../src/forecast/forecast.service.js';
import { ForecastQueries } from '../../src/forecast/request/forecast-queries.js';
import type { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { type ConsensusWeights, DOCUMENTED_WEIGHTS } from '../../src/weather/consensus/index.js';
import { OWN_CATALOGUE } from './own-catalogue.js';

/** As without a source of heights. */
export const NO_GROUND = { isFor: () => false, awaitGround: () => true } as unknown as GroundService;

/** The service with our own metrics, as Nest composes it. */
export function forecastService(
  catalogue: RunCatalogue,
  configuration: Configuration,
  weights: ConsensusWeights = DOCUMENTED_WEIGHTS,
): ForecastService {
  const queries = ForecastQueries.of(OWN_CATALOGUE, configuration);
  return new ForecastService(catalogue, configuration, OWN_CATALOGUE, queries, weights, NO_GROUND);
}
