import { useQuery } from '@tanstack/react-query';
import { ownOrganizationsQuery, useMay } from '../../api/organizations.ts';
import type { Client } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Time } from '../../ui/time.tsx';
import { OrganizationLink } from '../organizations/organization-link.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { OverlapField, overlapOf } from '../../ui/credentials.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { ClientId, ClientStatus, CredentialsOnce } from './client-details.tsx';

export function CredentialsCard({ client }: { client: Client }) {
  const own = useQuery(ownOrganizationsQuery).data ?? [];
  // Users with only one organization don't need to see its name.
  const isOnly = own.length === 1 && own[0].id === client.organization_id;
  const may = useMay(client.organization_id);
  return (
    <Card
      title="Credentials"
      description="For programs that manage this client's keys or read its usage over HTTP Basic."
      actions={
        may('secrets.create') && (
          <DialogButton isSmall dialog={(close) => <RotateSecretDialog client={client} onClose={close} />}>
            Rotate secret
          </DialogButton>
        )
      }
    >
      <DefinitionList
        items={[
          { title: 'client_id', value: <ClientId id={client.client_id} /> },
          { title: 'client_secret', value: 'Shown once, when created' },
          {
            title: 'Scopes',
            value: (
              <div className="flex flex-wrap gap-1.5">
                {client.scopes.map((scope) => (
                  <Code key={scope}>{scope}</Code>
                ))}
              </div>
            ),
          },
          ...(isOnly
            ? []
            : [{ title: 'Organization', value: <OrganizationLink id={client.organization_id} /> }]),
          { title: 'Status', value: <ClientStatus client={client} /> },
          { title: 'Created', value: <Time instant={client.created_at} isRelative={false} /> },
        ]}
      />
    </Card>
  );
}

function RotateSecretDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const rotate = useChange('post', '/v1/clients/{clientId}/secret');
  if (rotate.data !== undefined)
    return (
      <OnceDialog title="Secret rotated" onClose={onClose}>
        <CredentialsOnce client={rotate.data} />
      </OnceDialog>
    );
  return (
    <FormDialog
      title={`Rotate the secret for ${client.name}`}
      action="Rotate secret"
      mutation={rotate}
      onClose={onClose}
      request={(values) => ({ params: { path: { clientId: client.client_id } }, body: overlapOf(values) })}
    >
      <Notice tone="warning" title="Update your programs">
        <p>
          Programs that still use the current secret fail once it stops working. API keys and forecasts
          aren&apos;t affected.
        </p>
      </Notice>
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
