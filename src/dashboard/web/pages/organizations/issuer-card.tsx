import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization, OrganizationIssuer } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { answerQuery, useChange } from '../../api/transport/queries.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { IssuerDialog } from './issuer-dialog.tsx';
import { ROLE_TITLES } from './role-badge.tsx';

/** The identity provider that an organization's members sign in with. */
export function IssuerCard({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const query = useIssuer(organization.id);
  const close = () => setOpen(null);
  return (
    <Card
      title="Single sign-on"
      description="Use your own OpenID Connect provider for people with an email address in your verified domains."
      actions={
        query.data !== undefined && (
          <>
            <Button isSmall onClick={() => setOpen('set')}>
              {query.data ? 'Change' : 'Set up'}
            </Button>
            {query.data && (
              <Button isSmall onClick={() => setOpen('remove')}>
                Remove provider
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(issuer) =>
          issuer ? <IssuerDetails issuer={issuer} /> : <p className="text-muted">No identity provider yet.</p>
        }
      </Loaded>
      {open === 'set' && (
        <IssuerDialog organization={organization} issuer={query.data ?? null} onClose={close} />
      )}
      {open === 'remove' && <RemoveIssuerDialog organization={organization} onClose={close} />}
    </Card>
  );
}

/** Null if the organization has none. */
function useIssuer(organizationId: string) {
  const { queryKey, queryFn } = answerQuery('get', '/v1/organizations/{organizationId}/issuer', {
    params: { path: { organizationId } },
  });
  return useQuery({
    queryKey,
    queryFn: async (context): Promise<OrganizationIssuer | null> => {
      try {
        return await queryFn(context);
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

function IssuerDetails({ issuer }: { issuer: OrganizationIssuer }) {
  const { roles, default_role, groups_claim, sign_up, sign_in_url } = issuer;
  const groups = Object.entries(roles).map(([group, role]) => `${group}: ${ROLE_TITLES[role]}`);
  return (
    <div className="space-y-4">
      <DefinitionList
        items={[
          { title: 'Issuer', value: <Code>{issuer.issuer}</Code> },
          { title: 'Client ID', value: <Code>{issuer.client_id}</Code> },
          { title: 'New users', value: sign_up ? 'Become members' : 'Need an invitation' },
          {
            title: 'Roles',
            value:
              groups_claim === null
                ? 'Managed in this organization'
                : `From ${groups_claim}. ${groups.join(', ') || 'No groups'}`,
          },
          { title: 'Default role', value: default_role === null ? 'None' : ROLE_TITLES[default_role] },
        ]}
      />
      <CopyField label="Sign-in link for your members" text={sign_in_url} />
    </div>
  );
}

function RemoveIssuerDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const remove = useChange('delete', '/v1/organizations/{organizationId}/issuer');
  return (
    <ConfirmDialog
      title="Remove the identity provider?"
      action="Remove"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { organizationId: organization.id } } },
          toastThen('Identity provider removed.', onClose),
        )
      }
    >
      <p>Everybody who signed in with it is signed out. They stay members.</p>
    </ConfirmDialog>
  );
}
