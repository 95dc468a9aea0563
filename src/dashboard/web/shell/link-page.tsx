import type { ReactNode } from 'react';
import { Notice } from '../ui/states/notice.tsx';
import { TextLink } from '../ui/button.tsx';
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
