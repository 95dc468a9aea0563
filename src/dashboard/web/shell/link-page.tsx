import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../ui/states/notice.tsx';
import { StartLayout } from './start-layout.tsx';

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
      footer={
        <Link to={way.to} className="font-medium text-accent underline underline-offset-4">
          {way.title}
        </Link>
      }
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
