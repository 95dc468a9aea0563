import type { WeatherCode } from '../../../weather/meteo/index.js';
import type { Colour, Paint } from './paint.js';
import { element, type Markup, shortNumber } from './svg.js';

/** The side of the square in which a symbol is drawn, in pixels. */
export const SYMBOL_SIZE = 26;

const CLOUD = 'M7.5 17.5a4.3 4.3 0 0 1-.5-8.57 6 6 0 0 1 11.3-1.6A5.1 5.1 0 0 1 19 17.5z';
/** Moves a cloud with nothing below it to the middle of the square. */
const LOW_CLOUD = `translate(0 3)`;
const CRESCENT = 'M15.6 14.9A7.2 7.2 0 1 1 11.1 5a6 6 0 0 0 4.5 9.9z';
const BOLT = 'M13.5 15.5l-4 5h3l-1.5 4.5 4.5-5.6h-3l2-3.9z';

/** What falls out of a cloud. */
type Falling = 'drizzle' | 'rain' | 'snow' | 'ice' | 'freezing';

interface Sky {
  /** 0 for none, 1 for a small one, 2 for a full one. */
  cloud: 0 | 1 | 2;
  /** How much of the sun or the moon shows beside the cloud. */
  light: 0 | 1 | 2;
  falling?: [Falling, count: 1 | 2 | 3];
  hasFog?: boolean;
  hasBolt?: boolean;
}

const cloudy = (rest: Partial<Sky> = {}): Sky => ({ cloud: 2, light: 0, ...rest });
const falling = (what: Falling, count: 1 | 2 | 3) => cloudy({ falling: [what, count] });

const SKIES: Record<WeatherCode, Sky | undefined> = {
  0: undefined,
  1000: { cloud: 0, light: 2 },
  1100: { cloud: 1, light: 2 },
  1101: { cloud: 2, light: 2 },
  1102: cloudy({ light: 1 }),
  1001: cloudy(),
  2000: cloudy({ hasFog: true }),
  2100: { cloud: 0, light: 0, hasFog: true },
  4000: falling('drizzle', 3),
  4200: falling('rain', 1),
  4001: falling('rain', 2),
  4201: falling('rain', 3),
  5001: falling('snow', 1),
  5100: falling('snow', 1),
  5000: falling('snow', 2),
  5101: falling('snow', 3),
  6000: falling('freezing', 1),
  6200: falling('freezing', 1),
  6001: falling('freezing', 2),
  6201: falling('freezing', 3),
  7102: falling('ice', 1),
  7000: falling('ice', 2),
  7101: falling('ice', 3),
  8000: cloudy({ hasBolt: true, falling: ['rain', 2] }),
};

/** Draws the symbol of a weather code. */
export function weatherSymbol(code: WeatherCode, isNight: boolean, paint: Paint): Markup[] {
  const sky = SKIES[code];
  if (!sky) return [];
  const { cloud, hasFog, hasBolt } = sky;
  const isDry = !sky.falling && !hasFog;
  return [
    ...(sky.light === 0 ? [] : [lightOf(sky, isNight, paint)]),
    ...(cloud === 0 ? [] : [cloudOf(sky, isDry, isNight, paint)]),
    ...(hasFog ? fog(cloud > 0, paint) : []),
    ...(hasBolt ? [element('path', { d: BOLT, ...paint.of({ fill: 'sun' }) })] : []),
    ...drops(sky, paint),
  ];
}

function lightOf({ cloud, light }: Sky, isNight: boolean, paint: Paint): Markup {
  const place =
    light === 1
      ? 'translate(12 1.5) scale(.55)'
      : { 0: 'translate(2 2)', 1: 'translate(1 0)', 2: 'translate(6.5 -.5) scale(.8)' }[cloud];
  if (isNight) return element('path', { d: CRESCENT, transform: place, ...paint.of({ fill: 'moon' }) });
  const rays = Array.from({ length: 8 }, (_, i) => {
    const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
    return `M${shortNumber(11 + 7.3 * x)} ${shortNumber(11 + 7.3 * y)}L${shortNumber(11 + 10 * x)} ${shortNumber(11 + 10 * y)}`;
  });
  return element(
    'g',
    { transform: place },
    element('circle', { cx: 11, cy: 11, r: 5, ...paint.of({ fill: 'sun' }) }),
    element('path', {
      d: rays.join(''),
      fill: 'none',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      ...paint.of({ stroke: 'sun' }),
    }),
  );
}

function cloudOf({ cloud, light }: Sky, isDry: boolean, isNight: boolean, paint: Paint): Markup {
  const transform = cloud === 1 ? 'translate(7 9) scale(.72)' : isDry ? LOW_CLOUD : undefined;
  // The edge sets it off from the sun.
  const edge = {
    'stroke-width': 1.2,
    ...paint.of({ fill: 'cloud', ...(light > 0 && { stroke: isNight ? 'night' : 'day' }) }),
  };
  return element('path', { d: CLOUD, transform, ...edge });
}

function fog(isBelowCloud: boolean, paint: Paint): Markup[] {
  const lines = isBelowCloud ? ['M5 21h16', 'M8 25h10'] : ['M5 8h16', 'M3 13h20', 'M5 18h16'];
  return [stroked(lines.join(''), 'cloud', 2, paint)];
}

function drops({ falling, hasBolt }: Sky, paint: Paint): Markup[] {
  if (!falling) return [];
  const [what, count] = falling;
  const middle = 13;
  const xs = hasBolt
    ? [6.5, 19.5]
    : Array.from({ length: count }, (_, i) => middle + (i - (count - 1) / 2) * 5.5);
  return xs.flatMap((x, i) => dropAt(what === 'freezing' && i === count - 1 ? 'snow' : what, x, paint, what));
}

function dropAt(form: Falling, x: number, paint: Paint, what: Falling): Markup[] {
  const y = 22.3;
  switch (form) {
    case 'drizzle':
      return [stroked(`M${x + 0.4} 20.6l-.6 1.6`, 'rain', 2, paint)];
    case 'snow':
      return [
        stroked(
          `M${x} ${y - 2.6}v5.2M${x - 2.2} ${y - 1.3}l4.4 2.6M${x - 2.2} ${y + 1.3}l4.4 -2.6`,
          'rain',
          1.2,
          paint,
        ),
        ...(what === 'freezing' ? [dropAt('rain', x - 4.5, paint, 'rain')[0]] : []),
      ];
    case 'ice':
      return [
        element('circle', {
          cx: x,
          cy: y,
          r: 1.7,
          fill: 'none',
          'stroke-width': 1.3,
          ...paint.of({ stroke: 'rain' }),
        }),
      ];
    default:
      return [stroked(`M${x + 1} 20l-1.8 4.8`, 'rain', 2, paint)];
  }
}

function stroked(d: string, colour: Colour, width: number, paint: Paint): Markup {
  return element('path', {
    d,
    fill: 'none',
    'stroke-width': width,
    'stroke-linecap': 'round',
    ...paint.of({ stroke: colour }),
  });
}
