import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  chooseOrganization,
  ORGANIZATION_CHANGED,
  organizationQuery,
  useMembers,
} from '../../api/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useChange } from '../../api/transport/queries.ts';
import { AuditCard } from '../../ui/audit-card.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { LoadedPage, Page } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { FactorRequiredNotice } from '../../ui/states/notice.tsx';
import { DomainsCard } from './domains-card.tsx';
import { IssuerCard } from './issuer-card.tsx';
import { InvitationsCard, MembersCard, useInvitations } from './members-card.tsx';
import { OrganizationSettings } from './organization-settings.tsx';

const route = getRouteApi('/signed-in/organizations/$organizationId');

const CRUMB = { to: '/organizations', title: 'Organizations' } as const;

export function OrganizationPage() {
  const { organizationId } = route.useParams();
  return (
    <LoadedPage query={useQuery(organizationQuery(organizationId))} title="Organization" crumb={CRUMB}>
      {(organization) => <OrganizationDetails key={organization.id} organization={organization} />}
    </LoadedPage>
  );
}

function OrganizationDetails({ organization }: { organization: Organization }) {
  const navigate = route.useNavigate();
  const { id, name, role, permissions, access } = organization;
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
            <DialogButton text="Rename" dialog={<RenameDialog organization={organization} />} />
          )}
        </>
      }
    >
      {access === 'factor_required' && (
        <FactorRequiredNotice>
          {`${name} requires two-factor authentication. Until you add an authenticator app or a passkey to your account, you can only leave it.`}
        </FactorRequiredNotice>
      )}
      <OrganizationTabs organization={organization} />
    </Page>
  );
}

/** The open tab is kept in the URL. */
function OrganizationTabs({ organization }: { organization: Organization }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = useTabs(organization);
  return (
    <Tabs
      name="About the organization"
      tabs={tabs.map(({ content, ...shown }) => ({
        ...shown,
        content: <div className="space-y-6 pt-6">{content}</div>,
      }))}
      open={Math.max(
        tabs.findIndex(({ id }) => id === tab),
        0,
      )}
      onOpen={(index) =>
        void navigate({ search: { tab: tabs[index].id }, replace: true, resetScroll: false })
      }
    />
  );
}

/** What the user may see of the organization. */
function useTabs(organization: Organization) {
  const { id, personal, permissions } = organization;
  const members = countOf(useMembers(organization));
  const invitations = countOf(useInvitations(organization));
  const mayChangeDomains = permissions.includes('domains.manage');
  const mayChangeIssuer = permissions.includes('issuer.manage');
  return [
    permissions.includes('organization.read') && {
      id: 'members',
      title: 'Members',
      count: members,
      content: <MembersCard organization={organization} />,
    },
    permissions.includes('invitations.manage') && {
      id: 'invitations',
      title: 'Invitations',
      count: invitations,
      content: <InvitationsCard organization={organization} />,
    },
    !personal &&
      (mayChangeDomains || mayChangeIssuer) && {
        id: 'sign-in',
        title: 'Sign-in',
        content: (
          <>
            {mayChangeDomains && <DomainsCard organization={organization} />}
            {mayChangeIssuer && <IssuerCard organization={organization} />}
          </>
        ),
      },
    permissions.includes('audit.read') && {
      id: 'audit',
      title: 'Audit trail',
      content: (
        <AuditCard
          of={{ organization_id: id }}
          description="Changes in this organization, and who made them."
        />
      ),
    },
    { id: 'settings', title: 'Settings', content: <OrganizationSettings organization={organization} /> },
  ].filter((tab) => tab !== false);
}

/** Undefined until all are fetched. */
const countOf = ({ data, hasNextPage }: ReturnType<typeof useMembers | typeof useInvitations>) =>
  hasNextPage ? undefined : data?.pages.reduce((count, page) => count + page.data.length, 0);

function RenameDialog({ organization }: { organization: Organization }) {
  return (
    <FormDialog
      title="Rename organization"
      description={
        organization.personal ? "This also changes the organization in the account's profile." : undefined
      }
      action="Save"
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
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
