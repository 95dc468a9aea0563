import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ForecastRequest } from '../../../api/forecast.ts';
import { KEY_PLACEHOLDER, requestSamples } from '../../../api/request-samples.ts';
import type { Client, UnitSystem } from '../../../api/schemas.ts';
import { keyedResponse } from '../../../api/transport/keyed-request.ts';
import { useStore } from '../../../api/transport/store.ts';
import { isDark } from '../../../shell/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeTabs } from '../../../ui/code-block.tsx';
import { showToast } from '../../../ui/dialogs/toast.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorNotice, Skeleton } from '../../../ui/states/notice.tsx';
import { CostNote } from '../../clients/client-details.tsx';

interface MeteogramTabProps {
  client: Client;
  request: ForecastRequest;
  /** The number of hours in the forecast. */
  hours: number;
}

/** The limits of the API. */
const HOURS = { least: 6, most: 240 };
/** Text doesn't scale with the image, so the image is requested in the width that fits the available space. */
const WIDTHS_PX = [1200, 900, 600];
const LEAST_WIDTH_PX = 320;

/** The forecast as an image that the API draws. */
export function MeteogramTab({ client, request: { lat, lon, units }, hours }: MeteogramTabProps) {
  const [width, setWidth] = useState<number>();
  const theme = useStore(isDark) ? 'dark' : 'light';
  return (
    <div className="space-y-5 p-4 sm:p-5">
      <div
        ref={(box) => {
          if (box !== null) setWidth((before) => before ?? widthWithin(box.clientWidth));
        }}
      >
        {width !== undefined && (
          <Picture
            client={client}
            request={{
              lat,
              lon,
              units,
              hours: Math.min(Math.max(hours, HOURS.least), HOURS.most),
              width,
              theme,
            }}
          />
        )}
      </div>
      <CostNote client={client} what="Each meteogram" units="1 unit" />
    </div>
  );
}

function Picture({ client, request }: { client: Client; request: MeteogramRequest }) {
  const query = useQuery(meteogramQuery(client.client_id, request));
  return (
    <div className="space-y-5">
      {query.data !== undefined ? (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(query.data)}`}
            alt={`Meteogram of the next ${request.hours} hours`}
            className="mx-auto h-auto max-w-full"
          />
          <MeteogramDownloads client={client} request={request} svg={query.data} />
        </>
      ) : query.error !== null ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="aspect-4/3 w-full" />
        </div>
      )}
      <CodeTabs name="Meteogram request" samples={samplesOf(request)} />
    </div>
  );
}

function widthWithin(roomPx: number): number {
  return WIDTHS_PX.find((width) => width <= roomPx) ?? LEAST_WIDTH_PX;
}

/** For embedding in a web page, where the image follows the reader's theme, and for programs. */
function samplesOf(request: MeteogramRequest) {
  const source = `${location.origin}${meteogramPath({ ...request, theme: 'auto' })}&apikey=${KEY_PLACEHOLDER}`;
  const html = `<img\n  src="${source.replaceAll('&', '&amp;')}"\n  alt="Weather forecast"\n  width="${request.width}"\n/>`;
  return [{ title: 'HTML', code: html }, ...requestSamples(meteogramPath(request))];
}

interface MeteogramDownloadsProps {
  client: Client;
  request: MeteogramRequest;
  svg: string;
}

/** Downloads the image. A PNG takes another request. */
function MeteogramDownloads({ client, request, svg }: MeteogramDownloadsProps) {
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

interface MeteogramRequest {
  lat: string;
  lon: string;
  units: UnitSystem;
  hours: number;
  /** Pixels. */
  width: number;
  theme: 'light' | 'dark' | 'auto';
}

const PATH = '/v1/weather/meteogram';
const FRESH_MS = 5 * 60_000;
/** Pixels per unit of width in a PNG, for high-density displays. */
const PNG_SCALE = '2';

function meteogramPath(request: MeteogramRequest): string {
  return `${PATH}.svg?${queryOf(request).toString()}`;
}

/** The image as SVG text. */
const meteogramQuery = (clientId: string, request: MeteogramRequest) =>
  queryOptions({
    queryKey: ['meteogram', clientId, request],
    queryFn: async ({ signal }) => (await keyedResponse(clientId, meteogramPath(request), signal)).text(),
    staleTime: FRESH_MS,
  });

async function meteogramPng(clientId: string, request: MeteogramRequest): Promise<ArrayBuffer> {
  const query = queryOf(request);
  query.set('scale', PNG_SCALE);
  return (await keyedResponse(clientId, `${PATH}.png?${query.toString()}`)).arrayBuffer();
}

function queryOf({ hours, width, ...request }: MeteogramRequest): URLSearchParams {
  return new URLSearchParams({ ...request, hours: String(hours), width: String(width) });
}
