import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatedClient } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/states/notice.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { CredentialsOnce } from '../clients/client-details.tsx';
import { KeyOnce } from '../api-keys/key-once.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { useCurrentOrganization } from '../../api/organizations.ts';
import { classNames } from '../../ui/class-names.ts';
import { NameField } from '../../ui/forms/fields.tsx';

/** Guides an empty account to its first response. Secrets shown once disappear with "Done" or when the page is left. */
export function FirstCall({ onDone }: { onDone: () => void }) {
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
