import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useChosenClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Brand } from '../../shell/sidebar.tsx';
import { ThemeToggle } from '../../shell/theme-toggle.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { INPUT } from '../../ui/forms/fields.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { documentQuery, type OpenApiDocument } from './document.ts';
import { Inline } from './inline.tsx';
import { OperationSearch } from './search.ts';
import { Swagger } from './swagger-ui.tsx';
import { ErrorsTable, MetricsTable, WeatherCodesTable } from './tables.tsx';

/** The reference in the dashboard, which sends requests with a temporary key of a client. */
export function ReferencePage() {
  const [chosen, setChosen] = useState<string>();
  const query = useChosenClient(chosen);
  const client = query.data;
  return (
    <Reference
      client={client}
      picker={client && <ClientPicker value={client.client_id} onChange={setChosen} />}
    >
      <Loaded query={query} skeleton={<p>&nbsp;</p>}>
        {(found) => (
          <p className="max-w-2xl text-muted">
            {found === null
              ? 'Create a client to try the operations that need an API key.'
              : 'Operations that need an API key use a temporary key of this client. It expires after 15 minutes and is kept only in memory.'}
          </p>
        )}
      </Loaded>
    </Reference>
  );
}

const GUIDES = [
  ['/docs/guides', 'Guides'],
  ['/docs/methods', 'Methods'],
  ['/docs/errors', 'Errors'],
  ['/docs/versioning', 'Versioning'],
];

/** The same for everybody, without an account. */
export function DocsPage() {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <nav
          aria-label="Pages"
          className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:px-8"
        >
          <Link to="/" className="mr-auto">
            <Brand />
          </Link>
          {GUIDES.map(([path, name]) => (
            <a key={path} href={path} className="text-muted hover:text-text">
              {name}
            </a>
          ))}
          <ThemeToggle />
        </nav>
      </header>
      <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-9">
        <Reference>
          <p className="max-w-2xl text-muted">
            Enter your credentials under “Authorize”, or open the{' '}
            <Link to="/reference" className="text-accent underline underline-offset-4">
              dashboard
            </Link>{' '}
            to send requests with a temporary key.
          </p>
        </Reference>
      </main>
    </>
  );
}

interface ReferenceProps {
  /** Null if the reader has none. */
  client?: Client | null;
  picker?: ReactNode;
  /** How requests get a key. */
  children: ReactNode;
}

function Reference(props: ReferenceProps) {
  return (
    <Page
      title="API reference"
      description={
        <>
          Browse every operation and try it. See also{' '}
          <Inline text="[openapi.json](/openapi.json), [openapi.yaml](/openapi.yaml) and [methods](/docs/methods)." />
        </>
      }
    >
      <Loaded query={useQuery(documentQuery)}>
        {(document) => (
          <Tabs
            name="Parts of the reference"
            tabs={[
              { title: 'Operations', content: <Operations {...props} document={document} />, isKept: true },
              { title: 'Metrics and units', content: <MetricsTable /> },
              { title: 'Weather codes', content: <WeatherCodesTable /> },
              { title: 'Errors', content: <ErrorsTable document={document} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Operations({ document, client, picker, children }: ReferenceProps & { document: OpenApiDocument }) {
  const id = useId();
  const navigate = useNavigate();
  // Swagger UI's own links are `#/Weather/getForecast`.
  const operationId = useLocation({ select: ({ hash }) => hash.split('/').at(-1)! });
  const [words, setWords] = useState('');
  const search = useMemo(() => new OperationSearch(document), [document]);
  return (
    <div className="space-y-4 pt-6">
      <h2 className="sr-only">Operations</h2>
      <p className="max-w-3xl">
        <Inline text={document.info.description} />{' '}
        <span className="text-muted">Version {document.info.version}.</span>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        {children}
        {picker !== undefined && <div className="w-full sm:max-w-xs">{picker}</div>}
      </div>
      <div className="reference-search -mx-2 flex flex-wrap items-end gap-x-4 gap-y-2 bg-canvas px-2 py-2">
        <div className="w-full space-y-1.5 sm:max-w-xs">
          <label htmlFor={id} className="block font-medium">
            Find an operation
          </label>
          <input
            id={id}
            type="search"
            className={INPUT}
            placeholder="rate limit, batch, 429 …"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        <p role="status" className="text-muted empty:hidden">
          {words.trim() !== '' && foundText(words.trim(), search.find(words).length)}
        </p>
      </div>
      <Swagger
        document={document}
        search={search}
        words={words}
        client={client}
        operationId={operationId}
        onEndSearch={() => setWords('')}
        onToggle={(shown, isOpen) => {
          if (!isOpen && shown !== operationId) return;
          void navigate({ to: '.', hash: isOpen ? shown : '', replace: true, hashScrollIntoView: false });
        }}
      />
    </div>
  );
}

function foundText(words: string, count: number): string {
  if (count === 0) return `No operation matches “${words}”.`;
  return count === 1 ? '1 operation matches.' : `${count} operations match.`;
}
