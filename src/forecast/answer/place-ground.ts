import { GROUND_ATTRIBUTION } from '../../weather/ground/index.js';
import type { ForecastPlan } from '../plan/forecast-plan.js';
import type { AnswerLife } from '../serving/served-answer.js';

/** The ground's height is being fetched, so that the models' is used meanwhile. */
export const PENDING = 'pending';
/** Meters above sea level; undefined if the values of the place are for another height. */
export type PlaceGround = number | typeof PENDING | undefined;
export type GroundedPlan = ForecastPlan & { ground: PlaceGround };

/** What to read at the place; its height is that of the ground if that is known. */
export function seriesRequest<Query extends object>(plan: GroundedPlan, query: Query) {
  const { ground } = plan;
  return { ...query, ...plan, ...(typeof ground === 'number' && { placeHeight: () => ground }) };
}

/** The attribution of a height, if it is the ground's. */
export function attributionOf(ground: PlaceGround): { elevationAttribution?: string } {
  return typeof ground === 'number' ? { elevationAttribution: GROUND_ATTRIBUTION } : {};
}

export function lifeOnGround(ground: PlaceGround): Pick<AnswerLife, 'isPending'> {
  return ground === PENDING ? { isPending: true } : {};
}
