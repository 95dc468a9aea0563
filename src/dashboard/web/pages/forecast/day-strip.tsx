import { Droplets, Sunrise, Sunset } from 'lucide-react';
import type { DailyEntry, Field, Forecast } from '../../api/schemas.ts';
import { metricFormat, type MetricFormat } from './charts/metric-format.ts';
import { WeatherIcon } from './weather-icon.tsx';

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
    <ul aria-label="Days" tabIndex={0} className="relative flex gap-3 overflow-x-auto rounded-lg">
      {days.map((day) => (
        <Day key={day.time} day={day} timeZone={meta.timezone} formats={formats} nameOf={nameOf} />
      ))}
    </ul>
  );
}

interface DayProps {
  day: DailyEntry;
  timeZone: string;
  formats: { temperature: MetricFormat; amount: MetricFormat };
  nameOf: (code: number | null | undefined) => string;
}

function Day({ day: { time, values }, timeZone, formats, nameOf }: DayProps) {
  const format = (options: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat(undefined, { timeZone, ...options }).format(new Date(instant));
  const clock = (instant: string | null | undefined) =>
    instant ? format({ hour: 'numeric', minute: '2-digit' }, instant) : '–';
  return (
    <li className="min-w-36 flex-1 rounded-lg border border-line bg-surface p-4 shadow-card">
      <p className="font-semibold">{format({ weekday: 'short', day: 'numeric', month: 'short' }, time)}</p>
      <div className="mt-2 flex items-center gap-2.5">
        <WeatherIcon code={values.weatherCode} className="size-8 shrink-0" />
        <div className="tabular-nums">
          <p className="font-semibold">{formats.temperature.text(values.temperatureMax)}</p>
          <p className="text-muted">{formats.temperature.text(values.temperatureMin)}</p>
        </div>
      </div>
      <p className="mt-2 min-h-5 text-[0.8125rem] text-muted">
        {values.weatherCode === null || values.weatherCode === undefined ? '' : nameOf(values.weatherCode)}
      </p>
      <dl className="mt-2 space-y-1 border-t border-line pt-2 text-[0.8125rem] text-muted tabular-nums">
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
      <dd>{text}</dd>
    </div>
  );
}
