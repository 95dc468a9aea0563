import { Page } from '../../ui/layout/page.tsx';
import { AuditCard } from './audit-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  return (
    <Page title="Account settings">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ProfileCard />
        <PasswordCard />
      </div>
      <SessionsCard />
      <AuditCard />
      <DeleteAccountCard />
    </Page>
  );
}
