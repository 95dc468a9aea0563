import type { CurrentConditions, Field, Forecast, HourlyEntry } from '../../api/schemas.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Time } from '../../ui/time.tsx';
import { metricFormat } from './charts/metric-format.ts';
import { isSunUp } from './sun.ts';
import { WeatherIcon } from './weather-icon.tsx';

interface NowCardProps {
  /** Undefined while they are unknown. */
  current: CurrentConditions | undefined;
  entry: HourlyEntry | undefined;
  location: Forecast['location'];
  meta: Forecast['meta'];
  catalogue: Field[];
  nameOf: (code: number | null | undefined) => string;
}

const DETAILS = [
  'temperatureApparent',
  'precipitationIntensity',
  'precipitationProbability',
  'windSpeed',
  'humidity',
  'pressureSurfaceLevel',
] as const;

/** The current conditions, or else the first hour of the forecast. */
export function NowCard({ current, entry, location, meta, catalogue, nameOf }: NowCardProps) {
  const shown = current?.data ?? entry;
  // Those of a new request can be there before its forecast.
  const { units } = current?.meta ?? meta;
  const { lat, lon } = current?.location ?? location;
  if (shown === undefined) return <Card title="No hourly values">The response has no hourly values.</Card>;
  const textOf = (name: Field['name']) => {
    const field = catalogue.find((known) => known.name === name);
    return field === undefined ? '–' : metricFormat(field, units).text(shown.values[name]);
  };
  const titleOf = (name: Field['name']) => catalogue.find((known) => known.name === name)?.title ?? name;
  const time = new Intl.DateTimeFormat(undefined, {
    timeZone: meta.timezone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(shown.time));
  const code = shown.values.weatherCode;
  const isNight = !isSunUp(lat, lon, Date.parse(shown.time));
  return (
    <Card title={time} description={`Local time: ${meta.timezone}`}>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <div className="flex items-center gap-4">
          <WeatherIcon code={code} isNight={isNight} className="size-14 stroke-[1.5]" />
          <div>
            <p className="text-4xl leading-none font-semibold tracking-tight tabular-nums">
              {textOf('temperature')}
            </p>
            {code !== null && code !== undefined && <p className="mt-1.5 text-muted">{nameOf(code)}</p>}
          </div>
        </div>
        <dl className="grid min-w-56 flex-1 grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
          {DETAILS.filter((name) => shown.values[name] !== null).map((name) => (
            <div key={name} className="min-w-0">
              <dt className="text-[0.8125rem] text-muted">{titleOf(name)}</dt>
              <dd className="font-medium tabular-nums">{textOf(name)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {current && <Origin of={current.meta.observation} />}
    </Card>
  );
}

/** What the values are made of. */
function Origin({ of }: { of: CurrentConditions['meta']['observation'] }) {
  return (
    <div className="mt-4 space-y-1 text-[0.8125rem] text-muted">
      {of === null ? (
        <p>From the forecast alone, as no station nearby has sent a fitting report.</p>
      ) : (
        <>
          <p>
            From the station {of.name ?? of.station}, {of.distanceKm.toLocaleString()} km away, measured{' '}
            <Time instant={of.observedAt} />, and the forecast. {of.attribution}
          </p>
          <p className="font-mono wrap-anywhere">{of.report}</p>
        </>
      )}
    </div>
  );
}
