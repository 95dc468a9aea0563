import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { usageCsv, type UsageFilter } from '../../api/usage.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/dialogs/toast.tsx';

/** Downloads the chart's data as a CSV file. */
export function UsageCsvButton({ filter }: { filter: UsageFilter }) {
  const download = useMutation({
    mutationFn: () => usageCsv(filter),
    onSuccess: (text) => saveFile(`usage-by-${filter.interval}-and-${filter.group_by}.csv`, text, 'text/csv'),
    onError: (error) => showToast(`Couldn't export the CSV file: ${error.message}`, 'danger'),
    gcTime: 0,
  });
  return (
    <Button isPending={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden className="size-4" />}
      Download CSV
    </Button>
  );
}
