import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { accuracyQuery } from '../../api/accuracy.ts';
import { runsQuery } from '../../api/catalogue.ts';
import { useChosenClient } from '../../api/clients.ts';
import { useCurrentOrganization, useMayCreateClients } from '../../api/organizations.ts';
import type { CreatedClient } from '../../api/schemas.ts';
import { useAccount, useDashboardPages } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { EmailNotice } from '../../shell/email-notice.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NameField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card, DefinitionList, Page } from '../../ui/layout/page.tsx';
import { ErrorNotice, Loaded, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { KeyOnce } from '../api-keys/key-once.tsx';
import { CredentialsOnce } from '../clients/client-details.tsx';
import { ONE_DAY, ownSource, scoreAt, textOf } from '../verification/scores.ts';
import { BusiestCard } from './busiest-card.tsx';

/** Guides an empty account to its first request; shows everyone else their usage and limits. */
export function OverviewPage() {
  const { full_name } = useAccount();
  const query = useChosenClient(undefined);
  const [isGuided, setIsGuided] = useState(false);
  const mayCreate = useMayCreateClients();
  if (query.data === null && mayCreate && !isGuided) setIsGuided(true);
  return (
    <Page
      title="Overview"
      description={isGuided ? `Welcome, ${full_name}. Get your first forecast in three steps.` : undefined}
    >
      <EmailNotice />
      <Loaded query={query}>
        {() => (isGuided ? <FirstCall onDone={() => setIsGuided(false)} /> : <BusiestCard />)}
      </Loaded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ServiceCard />
        <Shortcuts />
      </div>
    </Page>
  );
}

/** The model runs that forecasts currently come from. */
function ServiceCard() {
  return (
    <Card title="Forecast data" description="The newest weather model run behind your forecasts.">
      <Loaded query={useQuery(runsQuery)}>
        {({ runs }) => {
          const newest = runs.at(0);
          if (newest === undefined)
            return (
              <Notice tone="info" title="No model run yet">
                <p>
                  The service downloads one as soon as the source has it. Until then, requests return
                  long-term averages, with the source <span className="font-mono">climatology</span>.
                </p>
              </Notice>
            );
          return (
            <DefinitionList
              items={[
                { title: 'Model', value: `${newest.model.toUpperCase()} ${newest.resolution}` },
                { title: 'Run', value: <Time instant={newest.run} isRelative={false} /> },
                { title: 'Published', value: <Time instant={newest.publishedAt} /> },
                { title: 'Forecast until', value: <Time instant={newest.lastTime} isRelative={false} /> },
                {
                  title: 'Status',
                  value:
                    newest.warnings.length === 0 ? (
                      <Badge tone="success">Complete</Badge>
                    ) : (
                      <Badge tone="warning">With warnings</Badge>
                    ),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

const LINKS = [
  { to: '/forecast', text: 'See the forecast for a location and copy the request.' },
  { to: '/reference', text: 'Browse every operation and try it.' },
  { to: '/usage', text: 'See requests, errors and latency.' },
] as const;

function Shortcuts() {
  const pages = useDashboardPages();
  const accuracy = useAccuracyText(pages.some(({ path }) => path === '/accuracy'));
  const links = [...LINKS, ...(accuracy === undefined ? [] : [{ to: '/accuracy', text: accuracy }])];
  return (
    <Card title="Next steps" isFlush>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to} className="border-t border-line">
            <Link
              to={to}
              className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{pages.find(({ path }) => path === to)?.title}</span>
                <span className="block text-muted">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** How far off the temperature was; undefined while that isn't known. */
function useAccuracyText(enabled: boolean): string | undefined {
  const { data: answer } = useQuery({ ...accuracyQuery(), enabled });
  const scores = answer?.data.filter(({ truth }) => truth === 'stations') ?? [];
  const text = textOf(scoreAt(scores, ownSource(scores), ONE_DAY), 'mae', answer?.unit ?? '');
  return text && `One day ahead, the temperature was off by ${text} on average.`;
}

/** Guides an empty account to its first response. Secrets shown once disappear with "Done" or when the page is left. */
function FirstCall({ onDone }: { onDone: () => void }) {
  const create = useChange('post', '/v1/clients');
  const organization_id = useCurrentOrganization()?.id;
  const client = create.data;
  return (
    <ol className="space-y-3">
      <Step number={1} title="Create a client" state={client === undefined ? 'current' : 'done'}>
        {client === undefined ? (
          <Form
            error={create.error}
            onSubmit={(values) => create.mutate({ body: { organization_id, name: values.text('name') } })}
            className="max-w-md space-y-4"
          >
            <NameField defaultValue="My client" />
            <Button type="submit" look="primary" isPending={create.isPending}>
              Create New Client
            </Button>
          </Form>
        ) : (
          <CredentialsOnce client={client} />
        )}
      </Step>
      {client === undefined ? (
        <>
          <Step number={2} title="Generate an API key" state="ahead" />
          <Step number={3} title="Request a forecast" state="ahead" />
        </>
      ) : (
        <KeySteps client={client} onDone={onDone} />
      )}
    </ol>
  );
}

function KeySteps({ client, onDone }: { client: CreatedClient; onDone: () => void }) {
  const generate = useChange('post', '/v1/clients/{clientId}/api-keys');
  const created = generate.data;
  return (
    <>
      <Step number={2} title="Generate an API key" state={created === undefined ? 'current' : 'done'}>
        {created === undefined && (
          <div className="space-y-4">
            {generate.error !== null && <ErrorNotice error={generate.error} />}
            <p className="text-muted">Every forecast request needs one. It works immediately.</p>
            <Button
              look="primary"
              isPending={generate.isPending}
              onClick={() =>
                generate.mutate({
                  params: { path: { clientId: client.client_id } },
                  body: { name: 'First key' },
                })
              }
            >
              Generate API key
            </Button>
          </div>
        )}
      </Step>
      <Step number={3} title="Request a forecast" state={created === undefined ? 'ahead' : 'current'}>
        {created !== undefined && (
          <div className="space-y-4">
            <KeyOnce client={client} created={created} />
            <div className="border-t border-line pt-4">
              <Button look="primary" onClick={onDone}>
                Done
              </Button>
            </div>
          </div>
        )}
      </Step>
    </>
  );
}

interface StepProps {
  number: number;
  title: string;
  state: 'done' | 'current' | 'ahead';
  children?: ReactNode;
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={classNames(
        'rounded-lg border bg-surface p-4 sm:p-5',
        state === 'current' ? 'border-accent shadow-card' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          className={classNames(
            'flex size-7 shrink-0 items-center justify-center rounded-full font-semibold',
            state === 'done' && 'bg-success-soft text-success',
            state === 'current' && 'bg-accent text-on-accent',
            state === 'ahead' && 'bg-sunken text-muted',
          )}
        >
          {state === 'done' ? <Check role="img" aria-label="Done" className="size-4" /> : number}
        </span>
        <h2 className={classNames('text-[0.9375rem] font-semibold', state === 'ahead' && 'text-muted')}>
          {title}
        </h2>
      </div>
      {children !== undefined && <div className="mt-4 sm:pl-10">{children}</div>}
    </li>
  );
}
