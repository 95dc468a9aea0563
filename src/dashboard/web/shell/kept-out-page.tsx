import { Link } from '@tanstack/react-router';
import type { Organization } from '../api/schemas.ts';
import { Page } from '../ui/layout/page.tsx';
import { FactorRequiredNotice } from '../ui/states/factor-required-notice.tsx';

/** Replaces an organization's pages for members without a required second factor. */
export function KeptOutPage({ organization: { id, name } }: { organization: Organization }) {
  return (
    <Page title={name}>
      <FactorRequiredNotice>
        {`${name} requires two-factor authentication. Add an authenticator app or a passkey to your account to see its clients, keys and usage.`}
      </FactorRequiredNotice>
      <p className="text-muted">
        No longer working with {name}?{' '}
        <Link
          to="/organizations/$organizationId"
          params={{ organizationId: id }}
          className="font-medium text-accent underline underline-offset-4"
        >
          Leave the organization
        </Link>
        .
      </p>
    </Page>
  );
}
