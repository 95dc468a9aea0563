import type { Field, ForecastAlert } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import { valueOf } from './alert-words.ts';

/** Whether the condition is met and what the last run forecast, or why that is unknown. */
export function AlertStatus({ alert, fields }: { alert: ForecastAlert; fields: Field[] }) {
  const { enabled, state, last_evaluation, last_error, field, units } = alert;
  return (
    <div className="space-y-0.5 max-sm:text-right">
      {!enabled && <Badge tone="neutral">Disabled</Badge>}
      {enabled && state === 'raised' && <Badge tone="warning">Raised</Badge>}
      {enabled && state === 'calm' && <Badge tone="success">Calm</Badge>}
      {enabled && state === 'pending' && <Badge tone="neutral">Pending</Badge>}
      {last_error !== null && <p className="max-w-64 text-[0.8125rem] text-danger">{last_error.detail}</p>}
      {last_error === null && last_evaluation !== null && (
        <p className="text-[0.8125rem] text-muted">
          {valueOf(last_evaluation.extreme_value, field, units, fields)} at{' '}
          <Time instant={last_evaluation.extreme_time} isRelative={false} />
        </p>
      )}
    </div>
  );
}
