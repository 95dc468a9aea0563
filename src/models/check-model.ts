import { VARIABLES } from '../meteo/variables.js';
import { INVENTORY_FORMATS, type Model, STATISTIC_OF } from './model.js';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What `source` and `MODELS` mean otherwise. */
const RESERVED = ['auto', 'climatology'];

/** What is wrong with facts that were not compiled against our types, as a part of a sentence; undefined where nothing is. */
export function faultOfModel(model: Model): string | undefined {
  const { name, runs, baseUrls, resolutions, defaultResolution, records } = model as Partial<Model>;
  if (typeof name !== 'string' || !NAME.test(name) || RESERVED.includes(name))
    return `a model has the name ${JSON.stringify(name)}, and must have one in kebab case`;
  const must = (what: string) => `the model ${name} must have ${what}`;
  const hasHours = runs?.some(({ hoursUtc }) => hoursUtc.length > 0);
  if (!hasHours) return must('runs with hours');
  if (!baseUrls?.length) return must('base URLs');
  if (!resolutions?.[defaultResolution ?? '']) return must('its default resolution among its resolutions');
  for (const { products, steps } of Object.values(resolutions)) {
    const isKnown = products?.every(({ inventory }) => INVENTORY_FORMATS.includes(inventory?.format));
    if (!isKnown || !products.length)
      return must(`products with an inventory in one of the formats ${INVENTORY_FORMATS.join(', ')}`);
    if (!steps?.every(({ everyHours }) => everyHours > 0)) return must('steps every hour or less often');
  }
  const wrong = records?.find(
    ({ variable, alternatives }) =>
      !(variable in VARIABLES) ||
      !alternatives?.length ||
      !alternatives.every(({ derivation, messages }) => derivation in STATISTIC_OF && messages?.length > 0),
  );
  if (!records?.length || wrong)
    return must(
      `records with a variable, a derivation and messages${wrong ? `: see ${wrong.variable}` : ''}`,
    );
  return undefined;
}
