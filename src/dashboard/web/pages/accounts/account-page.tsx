import { getRouteApi } from '@tanstack/react-router';
import { useConfinement } from '../../api/session.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { EmailNotice } from '../../shell/email-notice.tsx';
import { SignInProblem } from '../../shell/sign-in-problem.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { AuditCard } from './audit-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ExportDataCard } from './export-data-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';

const route = getRouteApi('/signed-in/account');

export function AccountPage() {
  const { problem } = route.useSearch();
  const { password } = useSignInMethods();
  const isConfined = useConfinement() !== null;
  if (isConfined) return <ConfinedAccount />;
  return (
    <Page title="Account settings">
      {problem !== undefined && <SignInProblem problem={problem} />}
      <EmailNotice />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ProfileCard />
        {password && <PasswordCard />}
      </div>
      <IdentitiesCard />
      <FactorsCard />
      <SessionsCard />
      <TokensCard />
      <AuditCard />
      <ExportDataCard />
      <DeleteAccountCard />
    </Page>
  );
}

/** A session from an organization's identity provider gives access to the organization only, not to the account. */
function ConfinedAccount() {
  return (
    <Page title="Account settings">
      <Notice tone="info" title="Your company signed you in">
        <p>This session opens your organization only. To see your account settings, sign in another way.</p>
      </Notice>
    </Page>
  );
}
