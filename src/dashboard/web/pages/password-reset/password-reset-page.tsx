import { Page } from '../../ui/page.tsx';

export function PasswordResetPage() {
  return <Page title="Choose a new password">{null}</Page>;
}
