import { useQuery } from '@tanstack/react-query';
import type { ForecastRequest } from '../../../api/forecast.ts';
import { runsQuery } from '../../../api/runs.ts';
import type { Client, Field, Forecast } from '../../../api/schemas.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { CompareModels } from './compare-models.tsx';

export interface CompareProps {
  client: Client;
  request: ForecastRequest;
  /** The answer out of all models. */
  forecast: Forecast;
  catalogue: Field[];
}

/** What the models say each by itself, for those that the service uses. */
export function CompareTab(props: CompareProps) {
  const runs = useQuery(runsQuery);
  return (
    <div className="p-4 sm:p-5">
      <Loaded query={runs}>{({ models }) => <CompareModels {...props} models={models} />}</Loaded>
    </div>
  );
}
