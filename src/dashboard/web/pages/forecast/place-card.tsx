import { LocateFixed } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { endAfter, EXPLORER_HOURS, EXPLORER_TIMELINES, type ForecastRequest } from '../../api/forecast.ts';
import type { Client } from '../../api/schemas.ts';
import { fetched } from '../../api/transport/connection.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/states/notice.tsx';
import { formatAmount } from '../../ui/time.tsx';
import { CostNote } from '../clients/client-details.tsx';
import type { ForecastSearch } from './forecast-search.ts';
import { forecastUnits } from './forecast-units.ts';
import { useExplorerFields } from './use-explorer-fields.ts';

// The map's outlines are loaded in parallel with the forecast, not before it.
const WorldMap = lazy(fetched(async () => ({ default: (await import('./map/world-map.tsx')).WorldMap })));

interface PlaceCardProps {
  client: Client;
  request: ForecastRequest;
  error: Error | null;
  onChange: (changed: ForecastSearch) => void;
}

/** Selects the place by coordinates, on the map, or from the device's location. */
export function PlaceCard({ client, request, error, onChange }: PlaceCardProps) {
  // The current conditions are another request, for one unit.
  const units =
    1 +
    forecastUnits({
      fields: useExplorerFields()?.length ?? 0,
      timelines: EXPLORER_TIMELINES,
      endTime: endAfter(EXPLORER_HOURS),
    });
  return (
    <Card isFlush>
      <div className="grid lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Suspense fallback={<Skeleton className="aspect-2/1 w-full rounded-none" />}>
          <WorldMap lat={Number(request.lat)} lon={Number(request.lon)} onPick={onChange} />
        </Suspense>
        <div className="space-y-4 border-t border-line p-4 sm:p-5 lg:border-t-0 lg:border-l">
          <PointForm
            // Remounts the fields, so that a point from the map or the URL replaces typed coordinates.
            key={`${request.lat} ${request.lon}`}
            request={request}
            error={error}
            onChange={onChange}
          />
          <ClientPicker value={client.client_id} onChange={(id) => onChange({ client: id })} />
          <CostNote
            client={client}
            what="Each forecast shown here"
            requests={2}
            units={formatAmount(units, 'unit')}
          />
        </div>
      </div>
    </Card>
  );
}

interface PointFormProps {
  /** Empty without a point. */
  request: Pick<ForecastRequest, 'lat' | 'lon'>;
  error: Error | null;
  onChange: (point: Pick<ForecastRequest, 'lat' | 'lon'>) => void;
}

export function PointForm({ request, error, onChange }: PointFormProps) {
  return (
    <Form
      error={error instanceof ProblemError && error.status === 400 ? error : null}
      onSubmit={(values) => onChange({ lat: values.text('lat'), lon: values.text('lon') })}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="lat"
          label="Latitude"
          inputMode="decimal"
          defaultValue={request.lat}
          autoComplete="off"
          required
        />
        <TextField
          name="lon"
          label="Longitude"
          inputMode="decimal"
          defaultValue={request.lon}
          autoComplete="off"
          required
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Show
        </Button>
        <LocateButton onFound={onChange} />
      </div>
    </Form>
  );
}

const WAIT_MS = 15_000;
/** Rounds to several hundred meters: model grids are far coarser, and users needn't reveal where they live. */
const DECIMALS = 2;

export function LocateButton({ onFound }: { onFound: (point: { lat: string; lon: string }) => void }) {
  const [isPending, setIsPending] = useState(false);
  const locate = () => {
    setIsPending(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsPending(false);
        onFound({ lat: coords.latitude.toFixed(DECIMALS), lon: coords.longitude.toFixed(DECIMALS) });
      },
      ({ code }) => {
        setIsPending(false);
        showToast(
          code === GeolocationPositionError.PERMISSION_DENIED
            ? 'Your browser blocked access to your location. Enter coordinates, or click the map.'
            : "Your browser couldn't find your location. Enter coordinates, or click the map.",
          'danger',
        );
      },
      { timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  return (
    <Button icon={LocateFixed} isPending={isPending} onClick={locate}>
      My location
    </Button>
  );
}
