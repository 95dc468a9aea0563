import { useQuery } from '@tanstack/react-query';
import { fieldsQuery, runsQuery } from '../../api/catalogue.ts';
import type { Field } from '../../api/schemas.ts';
import { quantileFields } from './charts/quantiles.ts';

/**
 * Returns the fields that the explorer asks for: those of a request that names none, with the quantiles once the
 * service has an ensemble run. Undefined until both are known, so that the forecast is asked for once.
 */
export function useExplorerFields(): Field[] | undefined {
  const catalogue = useQuery(fieldsQuery);
  const runs = useQuery(runsQuery);
  if (catalogue.isPending || runs.isPending) return undefined;
  const fields = catalogue.data?.fields ?? [];
  const hasEnsemble = runs.data?.models.some(({ isEnsemble, newestRun }) => isEnsemble && newestRun !== null);
  const quantiles = hasEnsemble ? quantileFields(fields) : [];
  return fields.filter((field) => field.byDefault || quantiles.includes(field));
}
