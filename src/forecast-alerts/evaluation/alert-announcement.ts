import type { Announcement } from '../../events/event.types.js';
import type { AlertEventReason, ForecastAlertAnnounced } from '../forecast-alert-event.types.js';
import type { ForecastAlert } from '../forecast-alert.entity.js';

/** What the run says by which the alert became what it is, once for each run. */
export function toldOfRun(alert: ForecastAlert): Announcement & { once: string } {
  const { extremeValue, extremeTime, firstTime } = alert.evaluation!;
  return {
    ...announcement(alert, alert.state === 'raised' ? 'raised' : 'cleared', 'forecast', {
      first_time: firstTime,
      extreme_value: extremeValue,
      extreme_time: extremeTime,
    }),
    once: `forecast.alert ${alert.id} ${alert.announcedRun}`,
  };
}

/**
 * That a raised alert is over though no run says so.
 * @param alert with its client, as it was raised
 */
export function toldOfEnd(alert: ForecastAlert, reason: Exclude<AlertEventReason, 'forecast'>): Announcement {
  return announcement(alert, 'cleared', reason, {
    first_time: null,
    extreme_value: null,
    extreme_time: null,
  });
}

function announcement(
  alert: ForecastAlert,
  state: ForecastAlertAnnounced['state'],
  reason: AlertEventReason,
  said: Pick<ForecastAlertAnnounced, 'first_time' | 'extreme_value' | 'extreme_time'>,
): Announcement {
  const { id, client, field, comparison, value, units, latitude, longitude, evaluation } = alert;
  return {
    type: 'forecast.alert',
    organizationId: client.organization.id,
    clientId: client.id,
    data: {
      alert_id: id,
      client_id: client.id,
      organization_id: client.organization.id,
      state,
      reason,
      field,
      comparison,
      value,
      units,
      lat: latitude,
      lon: longitude,
      ...said,
      model: evaluation!.model,
      run: evaluation!.run,
    },
  };
}
