import { PARTS } from '../store/tiles.js';

const POINTS = 1_000;
const TURN_DEGREES = 180 * (3 - Math.sqrt(5));

/** A place whose weather is what the newest run says of its first hours. */
interface ReferencePoint {
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Of each model's own terrain. */
  readonly elevation: undefined;
}

/** The part of the forecasts at these points; those before are of stations. */
export const REFERENCE_PART = PARTS;

/** Points that are spread evenly over the Earth (a Fibonacci lattice), so that each stands for the same area. */
export const REFERENCE_POINTS: readonly ReferencePoint[] = Array.from({ length: POINTS }, (_, i) => ({
  id: `~${String(i).padStart(3, '0')}`,
  lat: (Math.asin(1 - (2 * i + 1) / POINTS) * 180) / Math.PI,
  lon: ((i * TURN_DEGREES) % 360) - 180,
  elevation: undefined,
}));
