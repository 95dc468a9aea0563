import { PasskeyError } from '../../api/transport/passkeys.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { UnreachableError } from '../../api/transport/unreachable-error.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { FactorRequiredNotice } from './factor-required-notice.tsx';
import { FreshSignInNotice } from './fresh-sign-in-notice.tsx';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  error: Error;
  onRetry?: () => void;
}

/** What happened, what to do next, and what to tell the operator. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const problem = error instanceof ProblemError ? error : null;
  if (problem?.code === 'fresh_sign_in_required')
    return <FreshSignInNotice isUrgent>This needs a sign-in within the last 10 minutes.</FreshSignInNotice>;
  if (problem?.code === 'factor_required')
    return (
      <FactorRequiredNotice title={problem.title} isUrgent>
        {problem.message}
      </FactorRequiredNotice>
    );
  if (problem?.faults.token !== undefined)
    return (
      <Notice tone="danger" title="This link no longer works" isUrgent>
        <p>{problem.faults.token}</p>
      </Notice>
    );
  return (
    <Notice tone="danger" title={titleOf(error)} isUrgent>
      {problem && problem.message !== problem.title && <p>{problem.message}</p>}
      <p>{adviceOn(error)}</p>
      {problem !== null && (
        <p className="flex flex-wrap items-center gap-x-3 text-[0.8125rem]">
          <a className="underline" href={`/docs/errors#${problem.code}`} target="_blank" rel="noreferrer">
            {problem.code}
          </a>
          {problem.requestId !== null && (
            <span className="inline-flex items-center gap-1">
              <span className="font-mono">{problem.requestId}</span>
              <CopyButton text={problem.requestId} name="Copy request ID" />
            </span>
          )}
        </p>
      )}
      {onRetry !== undefined && problem?.status !== 404 && (
        <Button isSmall onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

function titleOf(error: Error): string {
  if (error instanceof ProblemError) return error.title;
  if (error instanceof PasskeyError) return error.message;
  return error instanceof UnreachableError ? "Can't reach the service" : 'Something went wrong';
}

function adviceOn(error: Error): string {
  if (error instanceof PasskeyError) return error.advice;
  if (error instanceof UnreachableError) return 'Nothing you typed is lost. Try again in a moment.';
  if (!(error instanceof ProblemError)) return 'Reload the page. If it happens again, contact the operator.';
  if (error.retryAfter !== null) return `Try again in ${waitOf(error.retryAfter)}.`;
  if (error.status >= 500) return 'Try again. If it keeps failing, contact the operator with the request ID.';
  return ADVICE[error.code] ?? 'Correct the request and try again.';
}

const ADVICE: Record<string, string> = {
  not_found: 'It may have been deleted. Go back to the list.',
  forbidden: 'Ask an owner of the organization, or an administrator of this service.',
  account_disabled: 'Ask an administrator of this service to enable it again.',
  email_taken: 'Use a different email. If the account is yours, sign in to it.',
  invalid_passkey: 'Try again, or sign in another way.',
  invalid_credentials: 'Make sure Caps Lock is off.',
  conflict: 'Resolve the conflict, then try again.',
  cross_site_request: 'Open the dashboard directly and try again.',
};

function waitOf(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}
