import { Page } from '../../ui/page.tsx';

export function ApplicationPage() {
  return <Page title="Application">{null}</Page>;
}
