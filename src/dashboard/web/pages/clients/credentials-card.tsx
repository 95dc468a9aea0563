import { useState } from 'react';
import type { Client } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Time } from '../../ui/time.tsx';
import { ClientId } from './client-id.tsx';
import { ClientStatus } from './client-status.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

export function CredentialsCard({ client }: { client: Client }) {
  const [isRotating, setIsRotating] = useState(false);
  return (
    <Card
      title="Credentials"
      description="For programs that manage this client's keys or read its usage over HTTP Basic."
      actions={
        <Button isSmall onClick={() => setIsRotating(true)}>
          Rotate secret
        </Button>
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
          { title: 'Status', value: <ClientStatus client={client} /> },
          { title: 'Created', value: <Time instant={client.created_at} isRelative={false} /> },
        ]}
      />
      {isRotating && <RotateSecretDialog client={client} onClose={() => setIsRotating(false)} />}
    </Card>
  );
}
