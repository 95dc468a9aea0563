import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { Page } from '../../ui/layout/page.tsx';
import { AuditCard } from './audit-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  const { password } = useSignInMethods();
  return (
    <Page title="Account settings">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ProfileCard />
        {password && <PasswordCard />}
      </div>
      <IdentitiesCard />
      <SessionsCard />
      <AuditCard />
      <DeleteAccountCard />
    </Page>
  );
}
