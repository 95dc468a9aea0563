import { createLink, Link, type LinkProps } from '@tanstack/react-router';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

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

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** Gives way to a spinner while the button waits. */
  icon?: LucideIcon;
  isPending?: boolean;
}

export function Button({
  look = 'secondary',
  isSmall = false,
  icon: Icon,
  isPending = false,
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={isPending || props.disabled}
      aria-busy={isPending}
      className={lookOf(look, isSmall, className)}
    >
      {isPending ? <Spinner /> : Icon && <Icon aria-hidden className="size-4" />}
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

export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

interface TextLinkProps extends ComponentProps<'a'> {
  /** In tables, where most rows have a link: underlined only under the pointer. */
  isQuiet?: boolean;
}

/** A link in a text or a table. */
export const TextLink = createLink(({ isQuiet = false, className, ...props }: TextLinkProps) => (
  <a
    {...props}
    className={classNames(
      'font-medium text-accent underline-offset-4',
      isQuiet ? 'hover:underline' : 'underline',
      className,
    )}
  />
));

/** A link to a guide of the service, which the router doesn't know. */
export function GuideLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={`/docs/${to}`} className="text-accent underline underline-offset-4">
      {children}
    </a>
  );
}

/** A divider between two alternatives. */
export function Or() {
  return (
    <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
