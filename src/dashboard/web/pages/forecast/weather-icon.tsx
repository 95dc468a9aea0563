import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  type LucideIcon,
  Moon,
  Sun,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

/** Keyed by the thousands of the weather code, which are its category. Some codes have their own icon. */
const BY_KIND: Record<number, LucideIcon> = {
  2: CloudFog,
  4: CloudRain,
  5: CloudSnow,
  6: CloudHail,
  7: CloudHail,
  8: CloudLightning,
};
const BY_CODE: Record<number, LucideIcon> = {
  1000: Sun,
  1100: CloudSun,
  1101: CloudSun,
  1001: Cloud,
  1102: Cloud,
  4000: CloudDrizzle,
};

const AT_NIGHT: Record<number, LucideIcon> = { 1000: Moon, 1100: CloudMoon, 1101: CloudMoon };

const isSunny = (code: number) => code === 1000 || code === 1100 || code === 1101;

interface WeatherIconProps {
  code: number | null | undefined;
  isNight?: boolean;
  className: string;
}

/** Decorative, since the name is shown next to it. Renders nothing without a code. */
export function WeatherIcon({ code, isNight = false, className }: WeatherIconProps) {
  if (code === null || code === undefined) return null;
  const byDay = BY_CODE[code] ?? BY_KIND[Math.floor(code / 1000)];
  const Icon = (isNight && AT_NIGHT[code]) || byDay;
  if (Icon === undefined) return null;
  return (
    <Icon
      aria-hidden
      className={classNames(className, isSunny(code) && !isNight ? 'text-warning' : 'text-muted')}
    />
  );
}
