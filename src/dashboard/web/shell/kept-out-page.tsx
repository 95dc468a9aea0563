import type { Organization } from '../api/schemas.ts';
import { Page } from '../ui/layout/page.tsx';
import { FactorRequiredNotice } from '../ui/states/factor-required-notice.tsx';
import { TextLink } from '../ui/button.tsx';

/** Replaces an organization's pages for members without a required second factor. */
export function KeptOutPage({ organization: { id, name } }: { organization: Organization }) {
  return (
    <Page title={name}>
      <FactorRequiredNotice>
        {`${name} requires two-factor authentication. Add an authenticator app or a passkey to your account to see its clients, keys and usage.`}
      </FactorRequiredNotice>
      <p className="text-muted">
        No longer working with {name}?{' '}
        <TextLink to="/organizations/$organizationId" params={{ organizationId: id }}>
          Leave the organization
        </TextLink>
        .
      </p>
    </Page>
  );
}
