import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './states/spinner.tsx';

type Look = 'primary' | 'secondary' | 'danger' | 'quiet';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border border-line-strong/50 bg-surface text-text hover:not-disabled:bg-sunken',
  danger: 'bg-danger text-on-danger hover:not-disabled:bg-danger-hover',
  quiet: 'text-text hover:not-disabled:bg-sunken',
};

function lookOf(look: Look, isSmall: boolean, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    isSmall ? 'min-h-8 px-2.5 text-[0.8125rem]' : 'min-h-9 px-3.5',
    LOOKS[look],
    className,
  );
}

interface Looks {
  look?: Look;
  isSmall?: boolean;
}

export function Button({
  look = 'secondary',
  isSmall = false,
  isPending = false,
  className,
  children,
  ...props
}: ComponentProps<'button'> & Looks & { isPending?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      disabled={isPending || props.disabled}
      aria-busy={isPending}
      className={lookOf(look, isSmall, className)}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink({
  look = 'secondary',
  isSmall = false,
  className,
  children,
  ...props
}: LinkProps & Looks & { className?: string; children: ReactNode }) {
  return (
    <Link {...props} className={lookOf(look, isSmall, className)}>
      {children}
    </Link>
  );
}

/** A link to a URL that the service handles outside the router, such as a redirect to an identity provider. */
export function PlainButtonLink({
  look = 'secondary',
  isSmall = false,
  className,
  children,
  ...props
}: ComponentProps<'a'> & Looks) {
  return (
    <a {...props} className={lookOf(look, isSmall, className)}>
      {children}
    </a>
  );
}

/** An icon-only button; `name` is its accessible label and tooltip. */
export function IconButton({
  name,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { name: string }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...props}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-text',
        className,
      )}
    >
      {children}
    </button>
  );
}
