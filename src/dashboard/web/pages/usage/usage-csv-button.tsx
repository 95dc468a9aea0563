import { Download } from 'lucide-react';
import { queryOf, type UsageFilter } from '../../api/usage.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** Downloads the chart's data as a CSV file. */
export function UsageCsvButton({ filter }: { filter: UsageFilter }) {
  const download = useChange('get', '/v1/usage', {
    onSuccess: (text: unknown) =>
      saveFile(`usage-by-${filter.interval}-and-${filter.group_by}.csv`, String(text), 'text/csv'),
    onError: (error) => showToast(`Couldn't export the CSV file: ${error.message}`, 'danger'),
  });
  return (
    <Button
      isPending={download.isPending}
      onClick={() =>
        download.mutate({
          params: { query: queryOf(filter) },
          headers: { accept: 'text/csv' },
          parseAs: 'text',
        })
      }
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
      Download CSV
    </Button>
  );
}
