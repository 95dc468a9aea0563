import { queryOptions } from '@tanstack/react-query';
import type { UnitSystem } from '../../../api/schemas.ts';
import { keyedResponse } from '../../../api/transport/keyed-request.ts';

export interface MeteogramRequest {
  lat: string;
  lon: string;
  units: UnitSystem;
  hours: number;
  /** Pixels. */
  width: number;
  theme: 'light' | 'dark' | 'auto';
}

const PATH = '/v1/weather/meteogram';
const FRESH_MS = 5 * 60_000;
/** Pixels per unit of width in a PNG, for high-density displays. */
const PNG_SCALE = '2';

export function meteogramPath(request: MeteogramRequest): string {
  return `${PATH}.svg?${queryOf(request).toString()}`;
}

/** The image as SVG text. */
export const meteogramQuery = (clientId: string, request: MeteogramRequest) =>
  queryOptions({
    queryKey: ['meteogram', clientId, request],
    queryFn: async ({ signal }) => (await keyedResponse(clientId, meteogramPath(request), signal)).text(),
    staleTime: FRESH_MS,
  });

export async function meteogramPng(clientId: string, request: MeteogramRequest): Promise<ArrayBuffer> {
  const query = queryOf(request);
  query.set('scale', PNG_SCALE);
  return (await keyedResponse(clientId, `${PATH}.png?${query.toString()}`)).arrayBuffer();
}

function queryOf({ hours, width, ...request }: MeteogramRequest): URLSearchParams {
  return new URLSearchParams({ ...request, hours: String(hours), width: String(width) });
}
