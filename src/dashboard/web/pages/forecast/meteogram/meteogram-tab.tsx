import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ForecastRequest } from '../../../api/forecast.ts';
import { type MeteogramRequest, meteogramPath, meteogramQuery } from './meteogram-request.ts';
import { KEY_PLACEHOLDER, requestSamples } from '../../../api/request-samples.ts';
import type { Client } from '../../../api/schemas.ts';
import { useStore } from '../../../api/transport/store.ts';
import { isDark } from '../../../shell/theme.ts';
import { CodeTabs } from '../../../ui/code-block.tsx';
import { ErrorNotice } from '../../../ui/states/error-notice.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { CostNote } from '../../clients/cost-note.tsx';
import { MeteogramDownloads } from './meteogram-downloads.tsx';

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
