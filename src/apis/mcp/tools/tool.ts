import type { KeyOwner } from '../../../api-keys/index.js';
import type { Awaitable } from '../../../core/common/index.js';
import type { ScopeName } from '../../../core/features/index.js';
import type { MeteredPoint } from '../../../usage/index.js';
import type { ToolArguments } from './tool-arguments.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool's entry in `tools/list`, from which a model chooses. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
}

export interface ToolAnswer {
  /** A few lines for a model to read. */
  text: string;
  /** The same content, following the output schema. */
  structured: Record<string, unknown>;
  /** Units charged. */
  units: number;
  point?: MeteredPoint;
}

export interface Tool {
  readonly description: ToolDescription;
  /** Required in addition to the scope of the route. */
  readonly scope?: ScopeName;
  /** Returns the maximum cost of a call, from unchecked arguments. */
  units(raw: unknown): number;
  /** @throws Problem whose detail helps a model correct its call */
  call(given: ToolArguments, owner: KeyOwner): Awaitable<ToolAnswer>;
}
