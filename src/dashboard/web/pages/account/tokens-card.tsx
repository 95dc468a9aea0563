import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PersonalAccessToken } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { CREDENTIAL_COLUMNS } from '../../ui/credential-columns.tsx';
import { RevokeDialog } from '../../ui/dialogs/revoke-dialog.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';

export function TokensCard() {
  const query = usePages('/v1/accounts/me/tokens', { query: { limit: 50 } });
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<PersonalAccessToken>();
  return (
    <Card
      title="Personal access tokens"
      description="Let your own programs call the API without signing in."
      actions={
        <Button isSmall onClick={() => setIsCreating(true)}>
          <Plus aria-hidden className="size-4" />
          Create token
        </Button>
      }
      isFlush
    >
      <PagedTable
        query={query}
        caption="Personal access tokens"
        columns={columnsOf(setRevoked)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<KeyRound aria-hidden className="size-5" />} title="No tokens yet">
            Forecasts need an API key instead.
          </EmptyState>
        }
      />
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeTokenDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function columnsOf(onRevoke: (token: PersonalAccessToken) => void): Column<PersonalAccessToken>[] {
  return [
    CREDENTIAL_COLUMNS.name,
    CREDENTIAL_COLUMNS.status,
    CREDENTIAL_COLUMNS.scopes,
    CREDENTIAL_COLUMNS.lastUsed,
    {
      title: 'Actions',
      isActions: true,
      cell: (token) =>
        token.status === 'active' && (
          <Button isSmall aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
}

function RevokeTokenDialog({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) {
  const revoke = useChange('delete', '/v1/accounts/me/tokens/{tokenId}');
  return (
    <RevokeDialog
      noun="token"
      credential={token}
      mutation={revoke}
      onRevoke={(options) => revoke.mutate({ params: { path: { tokenId: token.id } } }, options)}
      onClose={onClose}
    />
  );
}
