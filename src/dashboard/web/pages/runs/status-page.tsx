import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { useAnswer } from '../../api/transport/queries.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { MINUTE_MS } from '../../ui/durations.ts';
import { Loaded } from '../../ui/states/notice.tsx';
import { relativeTime } from '../../ui/time.tsx';
import { ModelStateText } from '../health/model-card.tsx';

/** The state of each model, without signing in if `STATUS_PAGE` is `public`. */
export function StatusPage() {
  const status = useAnswer('get', '/v1/status', {}, { refetchInterval: MINUTE_MS, retry: false });
  const isSignedIn = !!useQuery(sessionQuery).data;
  const isForMembers = status.error instanceof ProblemError && status.error.code === 'unauthenticated';
  return (
    <StartLayout
      title="Status"
      description="The weather models that forecasts are made from. Times are in UTC."
      footer={isSignedIn && <TextLink to="/">Go to the dashboard</TextLink>}
    >
      {isForMembers ? (
        <ButtonLink to="/login" search={{ next: '/status' }} look="primary">
          Sign in to see the status
        </ButtonLink>
      ) : (
        <Loaded query={status}>
          {({ data }) => (
            <ul className="space-y-5">
              {data.map(({ model, title, newestRun, state }) => (
                <li key={model}>
                  <h2 className="font-semibold">{model.toUpperCase()}</h2>
                  <p className="mb-1 text-[0.8125rem] text-muted">
                    {title}
                    {newestRun !== null && `, run from ${relativeTime(newestRun)}`}
                  </p>
                  <ModelStateText state={state} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </StartLayout>
  );
}
