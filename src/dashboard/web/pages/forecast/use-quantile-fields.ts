import { useQuery } from '@tanstack/react-query';
import { fieldsQuery, runsQuery } from '../../api/catalogue.ts';
import type { Field } from '../../api/schemas.ts';
import { quantileFields } from './charts/quantiles.ts';

/** The fields that are ensemble quantiles; none while the service has no ensemble run. */
export function useQuantileFields(): Field[] {
  const catalogue = useQuery(fieldsQuery).data?.fields ?? [];
  const models = useQuery(runsQuery).data?.models ?? [];
  const hasEnsemble = models.some(({ isEnsemble, newestRun }) => isEnsemble && newestRun !== null);
  return hasEnsemble ? quantileFields(catalogue) : [];
}
