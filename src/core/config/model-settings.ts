import { DEFAULT_MODELS, type Model, type ModelTarget, stepTable } from '../../weather/models/index.js';
import { type EnvironmentReader } from './environment-reader.js';

const PROTOCOLS = ['https:', 'http:', 'file:'];

/** Which models the service knows, and which of them it ingests. */
export interface ModelSettings {
  /** Models that are ingested, and that `source=auto` uses, in order of preference. */
  models: readonly ModelTarget[];
  /** All models: each can be ingested by command and requested by name. */
  knownModels: readonly ModelTarget[];
}

/** A model's name, and optionally up to which lead time its runs are ingested, in hours. */
const ENTRY = /^([^:]+?)(?::([1-9]\d{0,3}))?$/;

/** For other models, the hours in `MODELS` say it. */
const LASTING_MAX_STEP = 'GFS_MAX_STEP';

/** Reads `MODELS` and the settings of each model, which are prefixed with its name: `ICON_EU_BASE_URL` for icon-eu. */
export function modelSettings(reader: EnvironmentReader, known: readonly Model[]): ModelSettings {
  const knownModels = known.map((model) => targetOf(reader, model));
  const find = (entry: string): ModelTarget | undefined => {
    const [, name, hours = Infinity] = ENTRY.exec(entry) ?? [];
    const target = knownModels.find(({ model }) => model.name === name);
    return target && { ...target, maxStepHours: Math.min(target.maxStepHours, Number(hours)) };
  };
  const named = reader.list('MODELS');
  for (const entry of named.filter((name) => !find(name)))
    reader.fault(
      'MODELS',
      `has "${entry}"; expected names out of ${known.map((model) => model.name).join(', ')}`,
      undefined,
    );
  const byDefault = known.filter((model) => model.byDefault).map(({ name }) => name);
  const wanted = named.length > 0 ? named : [...DEFAULT_MODELS, ...byDefault];
  const models = wanted.flatMap((entry) => find(entry) ?? []);
  const names = models.map(({ model }) => model.name);
  for (const name of new Set(names.filter((one, place) => names.indexOf(one) < place)))
    reader.fault('MODELS', `names ${name} twice: name each model once`, undefined);
  return { models, knownModels };
}

function targetOf(reader: EnvironmentReader, known: Model): ModelTarget {
  const setting = (what: string) => `${known.name.replaceAll('-', '_').toUpperCase()}_${what}`;
  const model = withQuantiles(reader, known, setting('QUANTILES'));
  const resolutions = Object.keys(model.resolutions);
  if (resolutions.length === 1) reader.deprecate(setting('RESOLUTION'), 'the model has only one');
  const maxStep = setting('MAX_STEP');
  if (maxStep !== LASTING_MAX_STEP)
    reader.deprecate(maxStep, `write the hours in MODELS, such as ${model.name}:48`);
  const resolution = reader.oneOf(setting('RESOLUTION'), resolutions, model.defaultResolution);
  const longest = Math.max(...resolutions.flatMap((name) => stepTable(model, name)));
  return {
    model,
    resolution,
    maxStepHours: reader.integer(maxStep, longest, 0, longest),
    baseUrls: reader.urls(setting('BASE_URL'), PROTOCOLS, model.baseUrls.join(' ')),
  };
}

/** Adds the records for quantiles to an ensemble, if they are enabled. */
function withQuantiles(reader: EnvironmentReader, model: Model, setting: string): Model {
  if (!model.ensemble || reader.oneOf(setting, ['off', 'on'], 'off') === 'off') return model;
  const { records, resolutions } = model.ensemble.quantiles;
  return { ...model, records: [...model.records, ...records], resolutions };
}
