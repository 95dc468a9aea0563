import { Page } from '../../ui/page.tsx';

export function UsagePage() {
  return <Page title="Usage">{null}</Page>;
}
