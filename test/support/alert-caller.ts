import { type ForecastAlertDto } from '../../src/forecast/alerts/forecast-alert.dto.js';
import { type ApiCaller } from './api-caller.js';
import { POINT_BODY } from './forecast-caller.js';

export const ALERTS = '/v1/alerts';

/** A body that creates an alert, without its client. */
export const FROST = { name: 'Frost', field: 'temperature', comparison: 'below', value: 0, ...POINT_BODY };

export async function createAlert(
  caller: ApiCaller,
  clientId: string,
  members: Record<string, unknown> = {},
): Promise<ForecastAlertDto> {
  const { status, body } = await caller.post<ForecastAlertDto>(ALERTS, {
    ...FROST,
    client_id: clientId,
    ...members,
  });
  if (status !== 201) throw new Error(`no alert: ${JSON.stringify(body)}`);
  return body;
}
