import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { chooseOrganization, ownOrganizationsQuery } from '../../api/organizations.ts';
import type { Organization, OrganizationQuota } from '../../api/schemas.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Actions, Dialog, DialogButton, FormDialog, useClose } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Loaded, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { RoleBadge } from './roles.tsx';

const COLUMNS: Column<Organization>[] = [
  {
    title: 'Name',
    isHeading: true,
    cell: ({ id, name, personal, access }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <TextLink isQuiet to="/organizations/$organizationId" params={{ organizationId: id }}>
          {name}
        </TextLink>
        {personal && <Badge tone="neutral">Personal</Badge>}
        {access === 'factor_required' && <Badge tone="warning">Second factor required</Badge>}
      </span>
    ),
  },
  { title: 'Your role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Created', cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function OrganizationsPage() {
  return (
    <Page
      title="Organizations"
      description="Share clients, API keys and usage with others. Your personal organization is yours alone until you invite somebody."
      actions={
        <DialogButton
          icon={Plus}
          look="primary"
          text="Create organization"
          dialog={<CreateOrganizationDialog />}
        />
      }
    >
      <Card isFlush className="overflow-hidden">
        <Loaded query={useQuery(ownOrganizationsQuery)}>
          {(organizations) => <Table caption="Your organizations" columns={COLUMNS} rows={organizations} />}
        </Loaded>
      </Card>
    </Page>
  );
}

function CreateOrganizationDialog() {
  const { data: quota } = useAnswer('get', '/v1/organizations/quota', undefined, { staleTime: 0 });
  const create = useChange('post', '/v1/organizations');
  const navigate = useNavigate();
  if (quota?.remaining === 0 && create.isIdle) return <NoneLeftDialog quota={quota} />;
  return (
    <FormDialog
      title="Create organization"
      description="You become its owner. Then invite others and create its clients."
      action="Create organization"
      mutation={create}
      request={(values) => ({ body: { name: values.text('name') } })}
      onDone={({ id, name }) => {
        showToast(`${name} created.`);
        chooseOrganization(id);
        void navigate({ to: '/organizations/$organizationId', params: { organizationId: id } });
      }}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="organization"
        hint={quota && `You can create ${quota.remaining} more, of ${quota.limit} in total.`}
        required
      />
    </FormDialog>
  );
}

function NoneLeftDialog({ quota }: { quota: OrganizationQuota }) {
  return (
    <Dialog title="Create organization">
      <Notice tone="info" title="You can't create more organizations">
        <p>
          {`An account can create ${quota.limit}. Those you deleted today count until the end of the UTC day. You can still join others.`}
        </p>
      </Notice>
      <Actions>
        <Button look="primary" onClick={useClose()}>
          Close
        </Button>
      </Actions>
    </Dialog>
  );
}
