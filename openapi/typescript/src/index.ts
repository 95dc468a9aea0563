export type { components, operations } from '../../openapi.js';
export type { OperationId } from './operations.js';
export { type Answer, type CallOptions, WeatherClient, type WeatherClientOptions } from './weather-client.js';
export { WeatherError } from './weather-error.js';
