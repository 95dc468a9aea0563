import { Paint } from '../../../../apis/meteogram/drawing/paint.js';
import { SYMBOL_SIZE, weatherSymbol } from '../../../../apis/meteogram/drawing/weather-symbols.js';
import { useStore } from '../../api/transport/store.ts';
import { isDark } from '../../shell/theme.ts';

/** Others have no symbol. */
type SymbolCode = Parameters<typeof weatherSymbol>[0];

interface WeatherIconProps {
  code: number | null | undefined;
  isNight?: boolean;
  className: string;
}

/** The meteogram's symbol. Decorative, since the name is shown next to it. Renders nothing without a code. */
export function WeatherIcon({ code, isNight = false, className }: WeatherIconProps) {
  const paint = new Paint(useStore(isDark) ? 'dark' : 'light');
  if (code === null || code === undefined) return null;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${SYMBOL_SIZE} ${SYMBOL_SIZE}`}
      className={className}
      data-symbol={`${code}${isNight ? ' at night' : ''}`}
      // The drawing is made of numbers and names of the code alone.
      dangerouslySetInnerHTML={{ __html: weatherSymbol(code as SymbolCode, isNight, paint).join('') }}
    />
  );
}
