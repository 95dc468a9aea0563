import type { Announcement } from '../../../core/events/index.js';
import type { AlertEventReason, ForecastAlertAnnounced } from '../forecast-alert-event.types.js';
import type { ForecastAlert } from '../forecast-alert.entity.js';

/** Returns the announcement of an alert's new state, from the run that changed it. `once` limits it to one per run. */
export function runAnnouncement(alert: ForecastAlert): Announcement & { once: string } {
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
 * Returns the announcement that a raised alert is cleared for a reason other than a run.
 * @param alert with its client, as it was when raised
 */
export function clearedAnnouncement(
  alert: ForecastAlert,
  reason: Exclude<AlertEventReason, 'forecast'>,
): Announcement {
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
    organization: client.organization,
    client,
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
