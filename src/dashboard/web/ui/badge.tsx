import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A scope, an ID or another name that programs use. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.8125rem] wrap-anywhere">
      {children}
    </code>
  );
}

/** Names side by side. */
export function Codes({ of, className }: { of: readonly string[]; className?: string }) {
  return (
    <span className={classNames('flex flex-wrap gap-1.5', className)}>
      {of.map((name) => (
        <Code key={name}>{name}</Code>
      ))}
    </span>
  );
}
