import type { KeyOwner } from '../../api-keys/principal.types.js';
import type { Awaitable } from '../../common/awaitable.js';
import type { ScopeName } from '../../features/names.types.js';
import type { MeteredPoint } from '../../usage/metering/journal/usage-event.types.js';
import type { ToolArguments } from './tool-arguments.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as `tools/list` describes it, for a model that chooses one. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
}

export interface ToolAnswer {
  /** For a model to read: a few lines. */
  text: string;
  /** The same by the tool's output schema. */
  structured: Record<string, unknown>;
  /** What the answer costs. */
  units: number;
  point?: MeteredPoint;
}

export interface Tool {
  readonly description: ToolDescription;
  /** Beside the scope of the route. */
  readonly scope?: ScopeName;
  /** What a call costs at most, by arguments that nobody has checked. */
  units(raw: unknown): number;
  /** @throws Problem with what a model can do about it */
  call(given: ToolArguments, owner: KeyOwner): Awaitable<ToolAnswer>;
}
