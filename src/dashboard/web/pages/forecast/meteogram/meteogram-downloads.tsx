import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { meteogramPng, type MeteogramRequest } from './meteogram-request.ts';
import type { Client } from '../../../api/schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/dialogs/toast.tsx';
import { saveFile } from '../../../ui/save-file.ts';

interface MeteogramDownloadsProps {
  client: Client;
  request: MeteogramRequest;
  svg: string;
}

/** Downloads the image. A PNG takes another request. */
export function MeteogramDownloads({ client, request, svg }: MeteogramDownloadsProps) {
  const name = `meteogram_${request.lat}_${request.lon}`;
  const png = useMutation({
    mutationFn: () => meteogramPng(client.client_id, request),
    onSuccess: (bytes) => saveFile(`${name}.png`, bytes, 'image/png'),
    onError: (error) => showToast(`Couldn't download the PNG file: ${error.message}`, 'danger'),
    gcTime: 0,
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Download} onClick={() => saveFile(`${name}.svg`, svg, 'image/svg+xml')}>
        Download SVG
      </Button>
      <Button icon={Download} isPending={png.isPending} onClick={() => png.mutate()}>
        Download PNG
      </Button>
    </div>
  );
}
