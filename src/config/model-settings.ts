import { type Model } from '../models/model.js';
import { type ModelTarget, stepTable } from '../models/model-target.js';
import { type EnvironmentReader } from './environment-reader.js';

const PROTOCOLS = ['https:', 'http:', 'file:'];

/** Which models the service knows, and which of them it takes. */
export interface ModelSettings {
  /** Those that it takes, and that `source=auto` uses; the preferred one first. */
  models: readonly ModelTarget[];
  /** All of them: each may be taken by command, and asked for by its name. */
  knownModels: readonly ModelTarget[];
}

/** Reads `MODELS` and each model's own settings, whose names begin with the model's: `ICON_EU_BASE_URL` for icon-eu. */
export function modelSettings(reader: EnvironmentReader, known: readonly Model[]): ModelSettings {
  const knownModels = known.map((model) => targetOf(reader, model));
  const named = reader.list('MODELS');
  const find = (name: string) => knownModels.find(({ model }) => model.name === name);
  for (const name of named.filter((entry) => !find(entry)))
    reader.fault(
      'MODELS',
      `has "${name}"; expected names out of ${known.map((model) => model.name).join(', ')}`,
      undefined,
    );
  const models =
    named.length > 0
      ? [...new Set(named)].flatMap((name) => find(name) ?? [])
      : knownModels.filter(({ model }) => model.byDefault);
  return { models, knownModels };
}

function targetOf(reader: EnvironmentReader, model: Model): ModelTarget {
  const setting = (what: string) => `${model.name.replaceAll('-', '_').toUpperCase()}_${what}`;
  const resolutions = Object.keys(model.resolutions);
  const resolution = reader.oneOf(setting('RESOLUTION'), resolutions, model.defaultResolution);
  const longest = Math.max(...resolutions.flatMap((name) => stepTable(model, name)));
  return {
    model,
    resolution,
    maxStepHours: reader.integer(setting('MAX_STEP'), longest, 0, longest),
    baseUrls: reader.urls(setting('BASE_URL'), PROTOCOLS, model.baseUrls.join(' ')),
  };
}
