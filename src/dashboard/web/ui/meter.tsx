import { classNames } from './class-names.ts';

interface MeterProps {
  /** Accessible label: what is measured. */
  name: string;
  value: number;
  max: number;
  /** Announced instead of the bare numbers. */
  text: string;
  /** Whether full means done, so that a nearly full bar isn't colored as a warning. */
  isProgress?: boolean;
}

const NEARLY_FULL = 0.8;

/** A bar that fills. It is an SVG because its width then needs no inline style. */
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
