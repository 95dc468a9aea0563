import { Page } from '../../ui/page.tsx';

export function ForecastPage() {
  return <Page title="Forecast explorer">{null}</Page>;
}
