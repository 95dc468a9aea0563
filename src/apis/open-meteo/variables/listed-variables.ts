import { DAILY_VARIABLES } from './daily-variables.js';
import { DEFAULT_UNITS, type OpenMeteoQuantity, QUANTITIES } from './quantities.js';
import { STEP_VARIABLES } from './step-variables.js';

/** A variable, as the guide lists it. */
export interface ListedVariable {
  name: string;
  /** The default unit, as responses name it. */
  unit: string;
  /** One sentence in Markdown: how it is derived. Undefined if it is always null. */
  method: string | undefined;
}

interface Described {
  readonly quantity: OpenMeteoQuantity | 'instant';
  readonly method?: string;
}

/** All variables of Open-Meteo's forecast with a name of their own, from the tables that serve them. */
export const OPEN_METEO_VARIABLES = { steps: listed(STEP_VARIABLES), daily: listed(DAILY_VARIABLES) };

function listed(variables: ReadonlyMap<string, Described>): ListedVariable[] {
  return [...variables].map(([name, { quantity, method }]) => ({
    name,
    unit: quantity === 'instant' ? 'iso8601' : QUANTITIES[quantity](DEFAULT_UNITS).abbreviation,
    method,
  }));
}
