import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Domain, Organization } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { NoRows, PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { AddDomainDialog, DomainRecordDialog } from './domain-dialogs.tsx';

interface Open {
  domain: Domain;
  dialog: 'record' | 'remove';
}

export function DomainsCard({ organization }: { organization: Organization }) {
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const query = usePages('/v1/organizations/{organizationId}/domains', {
    path: { organizationId: organization.id },
    query: { limit: 50 },
  });
  return (
    <Card
      title="Domains"
      description="Domains of this organization, verified with a DNS record."
      actions={
        <Button isSmall onClick={() => setIsAdding(true)}>
          <Plus aria-hidden className="size-4" />
          Add domain
        </Button>
      }
      isFlush
    >
      <PagedTable
        query={query}
        caption="Domains"
        columns={columnsOf(setOpen)}
        keyOf={({ id }) => id}
        empty={<NoRows>No domains yet.</NoRows>}
      />
      {isAdding && (
        <AddDomainDialog
          organization={organization}
          onClose={() => setIsAdding(false)}
          onAdded={(domain) => {
            setIsAdding(false);
            setOpen({ domain, dialog: 'record' });
          }}
        />
      )}
      {open?.dialog === 'record' && (
        <DomainRecordDialog organization={organization} domain={open.domain} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDomainDialog organization={organization} domain={open.domain} onClose={() => setOpen(null)} />
      )}
    </Card>
  );
}

function columnsOf(onOpen: (open: Open) => void): Column<Domain>[] {
  return [
    {
      title: 'Domain',
      isProse: true,
      isHeading: true,
      cell: ({ domain }) => <span className="font-medium wrap-anywhere">{domain}</span>,
    },
    {
      title: 'State',
      cell: ({ verified_at }) =>
        verified_at === null ? (
          <Badge tone="warning">Not verified</Badge>
        ) : (
          <Badge tone="success">Verified</Badge>
        ),
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (domain) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          <Button
            isSmall
            aria-label={`${domain.verified_at === null ? 'Verify' : 'Show record for'} ${domain.domain}`}
            onClick={() => onOpen({ domain, dialog: 'record' })}
          >
            {domain.verified_at === null ? 'Verify' : 'Show record'}
          </Button>
          <Button
            isSmall
            aria-label={`Remove ${domain.domain}`}
            onClick={() => onOpen({ domain, dialog: 'remove' })}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
}

interface RemoveDomainDialogProps {
  organization: Organization;
  domain: Domain;
  onClose: () => void;
}

function RemoveDomainDialog({ organization, domain: { id, domain }, onClose }: RemoveDomainDialogProps) {
  const remove = useChange('delete', '/v1/organizations/{organizationId}/domains/{domainId}');
  return (
    <ConfirmDialog
      title={`Remove ${domain}?`}
      action="Remove"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { organizationId: organization.id, domainId: id } } },
          toastThen(`${domain} removed.`, onClose),
        )
      }
    >
      <p>Another organization can then verify it. To add it again, you need a new record.</p>
    </ConfirmDialog>
  );
}
