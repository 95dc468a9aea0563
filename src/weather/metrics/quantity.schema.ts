import * as z from 'zod/mini';
import { TEXT, functionOf } from '../checks/schema-parts.js';

const ABSENT = z.optional(z.never());

/** A quantity with the same unit in both systems. */
const SHARED_UNIT = z.object({
  unit: TEXT,
  /** The value that is the same as 0, such as 360°. */
  fullCircle: z.optional(z.number()),
  metric: ABSENT,
  imperial: ABSENT,
  toImperial: ABSENT,
});

/** A quantity with a unit in each system, and the conversion between them. */
const UNIT_OF_EACH_SYSTEM = z.object({
  metric: TEXT,
  imperial: TEXT,
  /** From a value in the metric unit to one in the imperial unit. */
  toImperial: functionOf<(value: number) => number>(),
  unit: ABSENT,
  fullCircle: ABSENT,
});

export const QUANTITY = z.union([z.readonly(SHARED_UNIT), z.readonly(UNIT_OF_EACH_SYSTEM)]);

/** What a metric measures: its units and the conversion between them. */
export type Quantity = z.infer<typeof QUANTITY>;
