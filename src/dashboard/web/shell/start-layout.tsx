import type { ReactNode } from 'react';
import { TextLink } from '../ui/button.tsx';
import { useTitle } from '../ui/layout/page.tsx';
import { Notice } from '../ui/states/notice.tsx';
import { Brand } from './sidebar.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface StartLayoutProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Shown below the card. */
  footer?: ReactNode;
}

/** The frame of the pages that need no session. */
export function StartLayout({ title, description, children, footer }: StartLayoutProps) {
  useTitle(title);
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-8 sm:py-16">
      <header>
        <Brand />
      </header>
      <main className="my-8 w-full max-w-md">
        <div className="rounded-xl border border-line bg-surface p-5 shadow-card sm:p-7">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description !== undefined && <p className="mt-1 text-muted">{description}</p>}
          <div className="mt-5">{children}</div>
        </div>
        {footer !== undefined && <div className="mt-4 text-center text-muted">{footer}</div>}
      </main>
      <footer className="mt-auto flex flex-wrap items-center justify-center gap-x-5 gap-y-3 text-muted">
        <a className="underline-offset-4 hover:underline" href="/docs">
          API reference
        </a>
        <a className="underline-offset-4 hover:underline" href="/docs/methods">
          Methods
        </a>
        <a className="underline-offset-4 hover:underline" href="/docs/errors">
          Errors
        </a>
        <ThemeToggle />
      </footer>
    </div>
  );
}

interface LinkPageProps {
  title: string;
  description: string;
  /** A link below the card to another page. */
  way: { to: '/' | '/login'; title: string };
  token: string | null;
  /** Who can send another link, and how long links work. */
  hint: string;
  children: (token: string) => ReactNode;
}

/** A page that is opened by a link with a token. */
export function LinkPage({ title, description, way, token, hint, children }: LinkPageProps) {
  return (
    <StartLayout
      title={title}
      description={description}
      footer={<TextLink to={way.to}>{way.title}</TextLink>}
    >
      {token === null ? (
        <Notice tone="danger" title="This link is incomplete">
          <p>{hint}</p>
        </Notice>
      ) : (
        children(token)
      )}
    </StartLayout>
  );
}
