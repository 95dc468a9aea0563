import type { Domain, Organization } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

interface AddDomainDialogProps {
  organization: Organization;
  onClose: () => void;
  onAdded: (domain: Domain) => void;
}

export function AddDomainDialog({ organization, onClose, onAdded }: AddDomainDialogProps) {
  const add = useChange('post', '/v1/organizations/{organizationId}/domains');
  return (
    <FormDialog
      title="Add domain"
      description={`You get a DNS record to publish, which proves that the domain belongs to ${organization.name}.`}
      action="Add domain"
      mutation={add}
      onClose={onClose}
      onSubmit={(values) =>
        add.mutate(
          {
            params: { path: { organizationId: organization.id } },
            body: { domain: textOf(values, 'domain') },
          },
          { onSuccess: onAdded },
        )
      }
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

interface DomainRecordDialogProps {
  organization: Organization;
  domain: Domain;
  onClose: () => void;
}

export function DomainRecordDialog({ organization, domain, onClose }: DomainRecordDialogProps) {
  const verify = useChange('post', '/v1/organizations/{organizationId}/domains/{domainId}/verify');
  const isVerified = domain.verified_at !== null;
  return (
    <Dialog
      title={isVerified ? `DNS record for ${domain.domain}` : `Verify ${domain.domain}`}
      description={
        isVerified
          ? 'Keep this TXT record in the DNS of the domain.'
          : 'Publish this TXT record in the DNS of the domain, then verify it. DNS changes can take a few hours.'
      }
      onClose={onClose}
    >
      <div className="space-y-4">
        <CopyField label="Name" text={domain.record.name} />
        <CopyField label="Value" text={domain.record.value} />
        {verify.error !== null && <ErrorNotice error={verify.error} />}
        <Actions>
          <Button onClick={onClose}>Close</Button>
          {!isVerified && (
            <Button
              look="primary"
              isPending={verify.isPending}
              onClick={() =>
                verify.mutate(
                  { params: { path: { organizationId: organization.id, domainId: domain.id } } },
                  toastThen(`${domain.domain} verified.`, onClose),
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
