import type { KeyOwner } from '../../../api-keys/index.js';
import type { ProblemCode } from '../../../core/features/index.js';

/** The owner of a request's key. */
export type MeteredOwner = Pick<KeyOwner, 'keyId' | 'clientId' | 'accountId'>;

/** The details that the request log has beyond the counts. */
export interface RequestDetail {
  requestId: string;
  /** Rounded to 0.1°; null if the request was for no point, or for several. */
  point: MeteredPoint | null;
  /** Of a refused or failed request. */
  problem?: LoggedProblem;
}

export interface LoggedProblem {
  code: ProblemCode;
  /** At most 255 bytes of UTF-8, without secrets and exact coordinates. */
  detail: string;
}

export interface MeteredPoint {
  lat: number;
  lon: number;
}

/** Units that a request consumed, at once or later. */
export interface MeteredUnits {
  owner: MeteredOwner;
  /** The method and the route's template, never the URL: `GET /v1/weather/forecast`. */
  route: string;
  /** When the response was sent, or the units were consumed. */
  timeMs: number;
  status: number;
  units: number;
}

/** One finished request whose key is known. */
export interface UsageEvent extends MeteredUnits {
  /** The size of the body as sent. */
  bytes: number;
  durationUs: number;
  /** Absent if the request log omits the request. */
  detail?: RequestDetail;
  /** Whether the event only adds bytes to a request that was counted when its response began. */
  isRest?: boolean;
}
