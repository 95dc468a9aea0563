import {
  CircleHelp,
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudRain,
  CloudSnow,
  CloudSun,
  type LucideIcon,
  Sun,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

/** By the thousands of the code, which are its kind of weather; some have an icon of their own. */
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

const isSunny = (code: number) => code === 1000 || code === 1100 || code === 1101;

/** Its name stands beside it. */
export function WeatherIcon({ code, className }: { code: number | null; className: string }) {
  const Icon = code === null ? CircleHelp : (BY_CODE[code] ?? BY_KIND[Math.floor(code / 1000)] ?? CircleHelp);
  return (
    <Icon
      aria-hidden
      className={classNames(className, code !== null && isSunny(code) ? 'text-warning' : 'text-muted')}
    />
  );
}
