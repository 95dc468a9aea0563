import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { STATIONS_KM, stationsQuery } from '../../api/accuracy.ts';
import type { Accuracy, Client, NearStations } from '../../api/schemas.ts';
import { fetched } from '../../api/transport/connection.ts';
import { TextLink } from '../../ui/button.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Loaded, Skeleton } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { CostNote } from '../clients/client-details.tsx';
import { PointForm } from '../forecast/place-card.tsx';
import { useSettled } from '../forecast/place-search.tsx';
import type { AccuracySearch } from './accuracy-search.ts';

const WorldMap = lazy(
  fetched(async () => ({ default: (await import('../forecast/map/world-map.tsx')).WorldMap })),
);

interface AccuracyPlaceProps {
  /** Pays for the list of stations. Null if there is none, undefined until known. */
  client: Client | null | undefined;
  search: AccuracySearch;
  error: Error | null;
  /** The station that the scores are of. */
  station: Accuracy['station'] | undefined;
  onChange: (changed: AccuracySearch) => void;
}

/** Selects the place by coordinates or on the map, and shows the stations around it. */
export function AccuracyPlace({ client, search, error, station, onChange }: AccuracyPlaceProps) {
  const { lat = '', lon = '' } = search;
  const hasPlace = lat !== '' && lon !== '';
  const at = useSettled([Number(lat), Number(lon)]);
  const isPlace = hasPlace && Math.abs(at[0]) <= 90 && Math.abs(at[1]) <= 180;
  const stations = useQuery({
    ...stationsQuery(client?.client_id ?? '', at[0], at[1]),
    enabled: Boolean(client) && isPlace,
  });
  return (
    <Card isFlush className="overflow-hidden">
      <div className="grid lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Suspense fallback={<Skeleton className="aspect-2/1 w-full rounded-none" />}>
          <WorldMap
            lat={hasPlace ? Number(lat) : NaN}
            lon={hasPlace ? Number(lon) : NaN}
            stations={stations.data?.data ?? (station ? [station] : [])}
            onPick={onChange}
          />
        </Suspense>
        <div className="space-y-4 border-t border-line p-4 sm:p-5 lg:border-t-0 lg:border-l">
          <PointForm key={`${lat} ${lon}`} request={{ lat, lon }} error={error} onChange={onChange} />
          {client === null && (
            <p className="text-muted">
              To find places by name and to see the stations around them,{' '}
              <TextLink to="/clients">create a client</TextLink>.
            </p>
          )}
          {client && (
            <>
              <ClientPicker value={client.client_id} onChange={(id) => onChange({ client: id })} />
              <CostNote client={client} what="The list of stations around a location" units="1 unit" />
            </>
          )}
        </div>
      </div>
      {client && isPlace && (
        <div className="border-t border-line">
          <Loaded query={stations}>{(near) => <Stations near={near} />}</Loaded>
        </div>
      )}
    </Card>
  );
}

const SHOWN = 5;
const km = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

type Station = NearStations['data'][number];

const COLUMNS: Column<Station>[] = [
  {
    title: 'Station',
    isHeading: true,
    cell: ({ id, name }) => <span className="font-medium">{name === null ? id : `${name} (${id})`}</span>,
  },
  { title: 'Distance', isNumeric: true, cell: ({ distanceKm }) => `${km.format(distanceKm)} km` },
  { title: 'Elevation', isNumeric: true, cell: ({ elevation }) => `${km.format(elevation)} m` },
  {
    title: 'Temperature',
    isNumeric: true,
    cell: ({ latest }) =>
      typeof latest?.values.temperature === 'number' ? `${km.format(latest.values.temperature)} °C` : '–',
  },
  {
    title: 'Last report',
    cell: ({ latest }) => (latest ? <Time instant={latest.observedAt} /> : 'More than 3 hours ago'),
  },
];

function Stations({ near: { data, attribution } }: { near: NearStations }) {
  if (data.length === 0)
    return (
      <p className="px-4 py-4 text-muted sm:px-5">No station within {STATIONS_KM} km has sent a report.</p>
    );
  return (
    <>
      <Table caption="Nearest stations" columns={COLUMNS} rows={data.slice(0, SHOWN)} />
      <p className="border-t border-line px-4 py-3 text-[0.8125rem] text-muted sm:px-5">
        {data.length > SHOWN && `The nearest ${SHOWN} of ${data.length} stations on the map. `}
        {attribution}
      </p>
    </>
  );
}
