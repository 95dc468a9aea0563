import type { KeyOwner } from '../../../api-keys/principal.types.js';
import type { ProblemCode } from '../../../features/names.types.js';

/** Whose request it was. */
export type MeteredOwner = Pick<KeyOwner, 'keyId' | 'clientId' | 'accountId'>;

/** What the request log says beyond the counts. */
export interface RequestDetail {
  requestId: string;
  /** Rounded to 0.1°; null where the request asked for no point, or for many. */
  point: MeteredPoint | null;
  /** Of a refused or failed request. */
  problem?: LoggedProblem;
}

export interface LoggedProblem {
  code: ProblemCode;
  /** At most 255 bytes as UTF-8, without secrets and exact points. */
  detail: string;
}

export interface MeteredPoint {
  lat: number;
  lon: number;
}

/** What a request consumed, at once or later. */
export interface MeteredUnits {
  owner: MeteredOwner;
  /** Its method and its template, never the URL: `GET /v1/weather/forecast`. */
  route: string;
  /** When it was answered, or consumed them. */
  timeMs: number;
  status: number;
  units: number;
}

/** One finished request whose key is known. */
export interface UsageEvent extends MeteredUnits {
  /** Of the body, as it is sent. */
  bytes: number;
  durationUs: number;
  /** Absent for what the request log leaves out. */
  detail?: RequestDetail;
  /** Whether it only adds bytes to a request that was counted when its answer began. */
  isRest?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler: the one point that was asked for. */
    meteredPoint?: MeteredPoint;
  }
}
