import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { PasskeyError } from '../../api/transport/passkeys.ts';
import { ProblemError, UnreachableError } from '../../api/transport/problem-error.ts';
import { untilSignedInAgain } from '../../api/transport/session-gate.ts';
import { Button, ButtonLink } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { CopyButton } from '../copy-button.tsx';
import { showToast } from '../dialogs/toast.tsx';

type Tone = 'info' | 'success' | 'warning' | 'danger';

const TONES = {
  info: { look: 'bg-accent-soft', mark: 'text-accent', Icon: Info },
  success: { look: 'bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft', mark: 'text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
};

interface NoticeProps {
  tone: Tone;
  title?: string;
  /** Announced by screen readers as soon as it appears. */
  isUrgent?: boolean;
  children?: ReactNode;
}

export function Notice({ tone, title, isUrgent = false, children }: NoticeProps) {
  const { look, mark, Icon } = TONES[tone];
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      className={classNames('flex gap-3 rounded-lg p-3.5 wrap-anywhere', look)}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1 space-y-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

/** What happened, what to do next, and what to tell the operator. */
export function ErrorNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
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

interface FactorRequiredNoticeProps {
  title?: string;
  isUrgent?: boolean;
  children: string;
}

/** Shown to users who need a second factor to continue. */
export function FactorRequiredNotice({ title, isUrgent, children }: FactorRequiredNoticeProps) {
  return (
    <Notice tone="warning" title={title ?? 'Add a second factor'} isUrgent={isUrgent}>
      <p>{children}</p>
      <div className="pt-1.5">
        <ButtonLink isSmall to="/account" hash="two-factor">
          Set up two-factor authentication
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** For actions that require a recent sign-in, which happens in a dialog. */
export function FreshSignInNotice({ isUrgent, children }: { isUrgent?: boolean; children: string }) {
  return (
    <Notice tone="info" isUrgent={isUrgent}>
      <p>{children}</p>
      <Button
        isSmall
        onClick={() =>
          void untilSignedInAgain('stale').then(
            (isSame) => isSame && showToast('You have signed in again and can continue.'),
          )
        }
      >
        Sign in again
      </Button>
    </Notice>
  );
}

/** Placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-sunken', className)} />;
}

export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-3 p-4 sm:p-5">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className="h-5 w-full" />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A query's result: a skeleton while it loads, or the error. Existing data stays visible if a later fetch fails. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <div className="p-4">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  return skeleton ?? <SkeletonRows />;
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <div className="mb-3 flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </div>
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
