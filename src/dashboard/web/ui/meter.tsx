import { classNames } from './class-names.ts';

interface MeterProps {
  /** What is measured, for who cannot see it. */
  name: string;
  value: number;
  max: number;
  /** Said instead of the bare numbers. */
  text: string;
  /** Full is then where it is meant to go, and no cause for concern. */
  isProgress?: boolean;
}

const NEARLY_FULL = 0.8;

/** A bar that fills. Drawn as SVG, whose width needs no style. */
export function Meter({ name, value, max, text, isProgress = false }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  const look = isProgress
    ? 'fill-accent'
    : share >= 1
      ? 'fill-danger'
      : share >= NEARLY_FULL
        ? 'fill-warning'
        : 'fill-accent';
  return (
    <svg
      role={isProgress ? 'progressbar' : 'meter'}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      className="block h-2 w-full rounded-full"
    >
      <rect width="100%" height="100%" className="fill-line" />
      <rect
        width={`${(share * 100).toFixed(2)}%`}
        height="100%"
        className={classNames(look, 'transition-[width]')}
      />
    </svg>
  );
}
