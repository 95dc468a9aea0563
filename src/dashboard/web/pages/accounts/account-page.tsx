import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useAccount, useConfinement, useHasPassword, useSignInMethods } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { leaveGate } from '../../api/transport/session-gate.ts';
import { EmailNotice } from '../../shell/email-notice.tsx';
import { SignInProblem } from '../../shell/sign-in-problem.tsx';
import { AuditCard } from '../../ui/audit-card.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { PasswordField } from '../../ui/forms/fields.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { FreshSignInNotice, Notice } from '../../ui/states/notice.tsx';
import { FactorsCard } from './factors-card.tsx';
import { IdentitiesCard, PasswordCard, ProfileCard } from './profile-card.tsx';
import { SessionsCard, TokensCard } from './tokens-card.tsx';

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
      <AuditCard
        of={{ account_id: useAccount().id }}
        description="Changes to your account, clients and keys, and who made them."
      />
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
        This session opens your organization only. To see your account settings, sign in another way.
      </Notice>
    </Page>
  );
}

function ExportDataCard() {
  const download = useChange('get', '/v1/accounts/me/export', {
    onSuccess: (text: unknown) => saveFile('account.json', String(text), 'application/json'),
    onError: (error) => showToast(`Couldn't download your data: ${error.message}`, 'danger'),
  });
  return (
    <Card
      title="Download your data"
      description="One JSON file with your account, messages, sessions, tokens, organizations, clients, keys, usage, requests and audit trail. It contains no secrets."
      actions={
        <Button
          icon={Download}
          isPending={download.isPending}
          onClick={() => download.mutate({ parseAs: 'text' })}
        >
          Download
        </Button>
      }
    />
  );
}

function DeleteAccountCard() {
  return (
    <Card
      title="Delete your account"
      description="Deletes your account with all of its clients and API keys. This can't be undone."
      actions={<DialogButton look="danger" text="Delete account" dialog={<DeleteAccountDialog />} />}
    />
  );
}

function DeleteAccountDialog() {
  const { email } = useAccount();
  const hasPassword = useHasPassword();
  const remove = useChange('delete', '/v1/accounts/me', {
    meta: { outdates: [] },
    // Reloads the page, so that no data of the account stays in memory.
    onSuccess: () => {
      leaveGate();
      location.assign('/login');
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      action="Delete account"
      look="danger"
      mutation={remove}
      request={(values) => ({ body: { password: hasPassword ? values.secret('password') : undefined } })}
    >
      <Notice tone="danger" title="This can't be undone">
        <p>
          Deletes <strong className="wrap-anywhere">{email}</strong> with all of its clients. Their API keys
          stop working immediately.
        </p>
      </Notice>
      {hasPassword ? (
        <PasswordField label="Confirm with your password" />
      ) : (
        <FreshSignInNotice>
          You have no password, so you can delete your account only within 10 minutes of signing in.
        </FreshSignInNotice>
      )}
    </FormDialog>
  );
}
