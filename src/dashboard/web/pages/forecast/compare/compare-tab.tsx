import { useQuery } from '@tanstack/react-query';
import { runsQuery } from '../../../api/catalogue.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { CompareModels, type CompareProps } from './compare-models.tsx';

/** Compares the forecasts of the models that the service uses. */
export function CompareTab(props: CompareProps) {
  const runs = useQuery(runsQuery);
  return (
    <div className="p-4 sm:p-5">
      <Loaded query={runs}>
        {({ models }) => <CompareModels {...props} models={models.filter(({ isEnsemble }) => !isEnsemble)} />}
      </Loaded>
    </div>
  );
}
