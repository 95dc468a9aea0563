import { Plus } from 'lucide-react';
import type { Domain, Organization } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  Actions,
  ConfirmDialog,
  Dialog,
  DialogButton,
  FormDialog,
  useClose,
} from '../../ui/dialogs/dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { CopyField, TextField } from '../../ui/forms/fields.tsx';
import { type Column, ListCard, NoRows } from '../../ui/layout/table.tsx';
import { ErrorNotice } from '../../ui/states/notice.tsx';

const COLUMNS: Column<Domain>[] = [
  {
    title: 'Domain',
    isHeading: true,
    cell: ({ domain }) => <span className="font-medium wrap-anywhere">{domain}</span>,
  },
  {
    title: 'State',
    cell: ({ verified_at }) => {
      if (verified_at === null) return <Badge tone="warning">Not verified</Badge>;
      return <Badge tone="success">Verified</Badge>;
    },
  },
];

export function DomainsCard({ organization }: { organization: Organization }) {
  return (
    <ListCard
      title="Domains"
      description="Domains of this organization, verified with a DNS record."
      actions={
        <DialogButton
          icon={Plus}
          isSmall
          text="Add domain"
          dialog={<AddDomainDialog organization={organization} />}
        />
      }
      query={usePages('/v1/organizations/{organizationId}/domains', {
        path: { organizationId: organization.id },
        query: { limit: 50 },
      })}
      columns={COLUMNS}
      empty={<NoRows>No domains yet.</NoRows>}
      rowActions={(domain) => [
        {
          title: domain.verified_at === null ? 'Verify' : 'Show record',
          name: `${domain.verified_at === null ? 'Verify' : 'Show record for'} ${domain.domain}`,
          dialog: <DomainRecordDialog organization={organization} domain={domain} />,
        },
        {
          title: 'Remove',
          name: `Remove ${domain.domain}`,
          dialog: <RemoveDomainDialog organization={organization} domain={domain} />,
        },
      ]}
    />
  );
}

interface DomainDialogProps {
  organization: Organization;
  domain: Domain;
}

function RemoveDomainDialog({ organization, domain: { id, domain } }: DomainDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${domain}?`}
      action="Remove"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/domains/{domainId}')}
      request={() => ({ params: { path: { organizationId: organization.id, domainId: id } } })}
      done={`${domain} removed.`}
    >
      Another organization can then verify it. To add it again, you need a new record.
    </ConfirmDialog>
  );
}

function AddDomainDialog({ organization }: Omit<DomainDialogProps, 'domain'>) {
  const add = useChange('post', '/v1/organizations/{organizationId}/domains');
  if (add.data !== undefined) return <DomainRecordDialog organization={organization} domain={add.data} />;
  return (
    <FormDialog
      title="Add domain"
      description={`You get a DNS record to publish, which proves that the domain belongs to ${organization.name}.`}
      action="Add domain"
      mutation={add}
      request={(values) => ({
        params: { path: { organizationId: organization.id } },
        body: { domain: values.text('domain') },
      })}
    >
      <TextField
        name="domain"
        label="Domain"
        placeholder="example.com"
        maxLength={253}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

function DomainRecordDialog({ organization, domain }: DomainDialogProps) {
  const verify = useChange('post', '/v1/organizations/{organizationId}/domains/{domainId}/verify');
  const close = useClose();
  const isVerified = domain.verified_at !== null;
  return (
    <Dialog
      title={isVerified ? `DNS record for ${domain.domain}` : `Verify ${domain.domain}`}
      description={
        isVerified
          ? 'Keep this TXT record in the DNS of the domain.'
          : 'Publish this TXT record in the DNS of the domain, then verify it. DNS changes can take a few hours.'
      }
    >
      <div className="space-y-4">
        <CopyField label="Name" text={domain.record.name} />
        <CopyField label="Value" text={domain.record.value} />
        {verify.error !== null && <ErrorNotice error={verify.error} />}
        <Actions>
          <Button onClick={close}>Close</Button>
          {!isVerified && (
            <Button
              look="primary"
              isPending={verify.isPending}
              onClick={() =>
                verify.mutate(
                  { params: { path: { organizationId: organization.id, domainId: domain.id } } },
                  toastThen(`${domain.domain} verified.`, close),
                )
              }
            >
              Verify
            </Button>
          )}
        </Actions>
      </div>
    </Dialog>
  );
}
