import { Droplets, Sunrise, Sunset } from 'lucide-react';
import type { CurrentConditions, DailyEntry, Field, Forecast, HourlyEntry } from '../../api/schemas.ts';
import { classNames } from '../../ui/class-names.ts';
import { DAY_MS } from '../../ui/durations.ts';
import { Card } from '../../ui/layout/page.tsx';
import { Time } from '../../ui/time.tsx';
import { metricFormat, type MetricFormat } from './charts/metric-format.ts';
import { isAverageAt } from './sources.ts';
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
  const isForecast = meta.run !== null;
  const isNight = !isSunUp(lat, lon, Date.parse(shown.time));
  return (
    <Card
      title={isForecast ? time : `Long-term average, ${time}`}
      description={`${placeOf(lat, lon)} · Local time: ${meta.timezone}`}
    >
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <div className="flex items-center gap-4">
          <WeatherIcon code={code} isNight={isNight} className="size-20 shrink-0 sm:size-24" />
          <div>
            <p
              className={classNames(
                'text-5xl leading-none font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-6xl',
                !isForecast && 'text-muted',
              )}
            >
              {textOf('temperature')}
            </p>
            {code !== null && code !== undefined && (
              <p className="mt-2 text-[0.9375rem] text-muted">{nameOf(code)}</p>
            )}
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
      {isForecast ? (
        current && <Origin of={current.meta.observation} />
      ) : (
        <p className="mt-4 text-[0.8125rem] text-muted">
          No stored model run covers this place, so these are long-term averages. Values without one are left
          out, or shown as “–”.
        </p>
      )}
    </Card>
  );
}

const DEGREES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** "52.23° N, 21.01° E". */
const placeOf = (lat: number, lon: number) =>
  `${DEGREES.format(Math.abs(lat))}° ${lat < 0 ? 'S' : 'N'}, ${DEGREES.format(Math.abs(lon))}° ${lon < 0 ? 'W' : 'E'}`;

/** What the values are made of. */
function Origin({ of }: { of: CurrentConditions['meta']['observation'] }) {
  return (
    <div className="mt-3 space-y-1 text-[0.8125rem] text-muted">
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

interface DayStripProps {
  days: DailyEntry[];
  meta: Forecast['meta'];
  catalogue: Field[];
  nameOf: (code: number | null | undefined) => string;
}

/** The days side by side, scrollable if they don't fit. */
export function DayStrip({ days, meta, catalogue, nameOf }: DayStripProps) {
  const formatOf = (name: string) => {
    const daily = catalogue.flatMap((field) => field.daily).find((known) => known.name === name)!;
    return metricFormat(daily, meta.units);
  };
  const formats = {
    temperature: formatOf('temperatureMax'),
    amount: formatOf('precipitationAccumulationSum'),
  };
  return (
    <ul aria-label="Days" tabIndex={0} className="relative flex gap-2 overflow-x-auto rounded-lg">
      {days.map((day) => (
        <Day
          key={day.time}
          day={day}
          isAverage={isAverageAt(meta, Date.parse(day.time) + DAY_MS / 2)}
          timeZone={meta.timezone}
          formats={formats}
          nameOf={nameOf}
        />
      ))}
    </ul>
  );
}

interface DayProps {
  day: DailyEntry;
  isAverage: boolean;
  timeZone: string;
  formats: { temperature: MetricFormat; amount: MetricFormat };
  nameOf: (code: number | null | undefined) => string;
}

function Day({ day: { time, values }, isAverage, timeZone, formats, nameOf }: DayProps) {
  const format = (options: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat(undefined, { timeZone, ...options }).format(new Date(instant));
  const clock = (instant: string | null | undefined) =>
    instant ? format({ hour: 'numeric', minute: '2-digit' }, instant) : '–';
  return (
    <li className="min-w-26 flex-1 sm:min-w-24 rounded-lg border border-line bg-surface p-2 shadow-card">
      <p className="text-xs font-semibold whitespace-nowrap">
        {format({ weekday: 'short', day: 'numeric', month: 'short' }, time)}
      </p>
      <div className="mt-1">
        <WeatherIcon code={values.weatherCode} className="size-10" />
        <div className="whitespace-nowrap tabular-nums">
          <p className="font-semibold">{formats.temperature.text(values.temperatureMax)}</p>
          <p className="text-muted">{formats.temperature.text(values.temperatureMin)}</p>
        </div>
      </div>
      <p className="mt-1 min-h-8 text-xs text-muted">
        {isAverage
          ? 'Long-term average'
          : values.weatherCode === null || values.weatherCode === undefined
            ? ''
            : nameOf(values.weatherCode)}
      </p>
      <dl className="mt-2 border-t border-line pt-2 text-[0.8125rem] text-muted tabular-nums">
        <Detail
          title="Precipitation"
          Icon={Droplets}
          text={formats.amount.text(values.precipitationAccumulationSum)}
        />
        <Detail title="Sunrise" Icon={Sunrise} text={clock(values.sunriseTime)} />
        <Detail title="Sunset" Icon={Sunset} text={clock(values.sunsetTime)} />
      </dl>
    </li>
  );
}

function Detail({ title, Icon, text }: { title: string; Icon: typeof Droplets; text: string }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt title={title}>
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{title}</span>
      </dt>
      <dd className="whitespace-nowrap">{text}</dd>
    </div>
  );
}
