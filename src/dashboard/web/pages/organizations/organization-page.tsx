import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chooseOrganization } from '../../api/organizations/current-organization.ts';
import { ORGANIZATION_CHANGED, organizationQuery } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { AuditTable } from '../../ui/audit-table.tsx';
import { Badge, Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FactorRequiredNotice } from '../../ui/states/factor-required-notice.tsx';
import { LoadedPage } from '../../ui/states/loaded-page.tsx';
import { Time } from '../../ui/time.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { DomainsCard } from './domains-card.tsx';
import { EndCard } from './end-card.tsx';
import { IssuerCard } from './issuer-card.tsx';
import { FactorPolicy } from './factor-policy.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';
import { OrganizationLimits } from './organization-limits.tsx';
import { RoleBadge } from './role-badge.tsx';

const route = getRouteApi('/signed-in/organizations/$organizationId');

const CRUMB = { to: '/organizations', title: 'Organizations' } as const;

export function OrganizationPage() {
  const { organizationId } = route.useParams();
  const query = useQuery(organizationQuery(organizationId));
  return (
    <LoadedPage query={query} title="Organization" crumb={CRUMB}>
      {(organization) => <OrganizationDetails key={organization.id} organization={organization} />}
    </LoadedPage>
  );
}

function OrganizationDetails({ organization }: { organization: Organization }) {
  const own = useAccount().id;
  const navigate = route.useNavigate();
  const { id, name, personal, role, permissions, access, created_at } = organization;
  const showUsage = () => {
    chooseOrganization(id);
    void navigate({ to: '/usage' });
  };
  return (
    <Page
      title={name}
      crumb={CRUMB}
      actions={
        <>
          {role !== null && permissions.includes('usage.read') && <Button onClick={showUsage}>Usage</Button>}
          {permissions.includes('organization.update') && (
            <DialogButton dialog={(close) => <RenameDialog organization={organization} onClose={close} />}>
              Rename
            </DialogButton>
          )}
        </>
      }
    >
      {access === 'factor_required' && (
        <FactorRequiredNotice>
          {`${name} requires two-factor authentication. Until you add an authenticator app or a passkey to your account, you can only leave it.`}
        </FactorRequiredNotice>
      )}
      <Card title="Organization">
        <DefinitionList
          items={[
            {
              title: 'Your role',
              value: (
                <span className="inline-flex flex-wrap gap-1.5">
                  <RoleBadge role={role} />
                  {personal && <Badge tone="neutral">Personal</Badge>}
                </span>
              ),
            },
            { title: 'ID', value: <Code>{id}</Code> },
            { title: 'Shared limits', value: <OrganizationLimits organization={organization} /> },
            ...(personal
              ? []
              : [{ title: 'Second factor', value: <FactorPolicy organization={organization} /> }]),
            { title: 'Created', value: <Time instant={created_at} isRelative={false} /> },
          ]}
        />
      </Card>
      {permissions.includes('organization.read') && <MembersCard organization={organization} />}
      {permissions.includes('invitations.manage') && <InvitationsCard organization={organization} />}
      {permissions.includes('domains.manage') && !personal && <DomainsCard organization={organization} />}
      {permissions.includes('issuer.manage') && !personal && <IssuerCard organization={organization} />}
      {permissions.includes('audit.read') && (
        <Card title="Audit trail" description="Changes in this organization, and who made them." isFlush>
          <AuditTable of={{ organization_id: id }} own={own} />
        </Card>
      )}
      <EndCard organization={organization} />
    </Page>
  );
}

function RenameDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  return (
    <FormDialog
      title="Rename organization"
      description={
        organization.personal ? "This also changes the organization in the account's profile." : undefined
      }
      action="Save"
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
      onClose={onClose}
      request={(values) => ({
        params: { path: { organizationId: organization.id } },
        body: { name: values.text('name') },
      })}
      done="Organization renamed."
    >
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="organization"
        defaultValue={organization.name}
        required
      />
    </FormDialog>
  );
}
