import { HOUR_MS } from '../../time/index.js';
import { type Level, type Product } from '../products/product.js';
import { toHours } from '../products/time-unit.js';
import { UnsupportedProduct } from '../products/unsupported-product.js';
import { readTime } from './identification-section.js';
import { type Section } from './section.js';

/**
 * The product templates whose first 34 octets match template 4.0: their minimum length, the octet where the statistical
 * span begins (none for products at a point in time), and the kind of ensemble product.
 */
const TEMPLATES = new Map<
  number,
  { lengthOctets: number; spanOctet?: number; ensemble?: 'member' | 'derived' }
>([
  [0, { lengthOctets: 34 }], // deterministic
  [1, { lengthOctets: 37, ensemble: 'member' }], // ensemble member
  [2, { lengthOctets: 36, ensemble: 'derived' }], // derived from an ensemble
  [8, { lengthOctets: 58, spanOctet: 35 }], // deterministic, over a span
  [9, { lengthOctets: 71, spanOctet: 48 }], // probability, over a span
  [11, { lengthOctets: 61, spanOctet: 38, ensemble: 'member' }], // ensemble member, over a span
  [12, { lengthOctets: 60, spanOctet: 37, ensemble: 'derived' }], // derived from an ensemble, over a span
]);

interface Span {
  startHours: number;
  endHours: number;
  lengthHours: number | undefined;
  statisticalProcess: number;
}

/**
 * Reads section 4.
 * @param referenceTime time of section 1, from which steps are counted
 */
export function readProductDefinition(section: Section, referenceTime: Date): Product {
  const template = section.unsigned(8, 2);
  const layout = TEMPLATES.get(template);
  if (!layout) return new UnsupportedProduct(template, '4.0', template);
  section.requireLength(layout.lengthOctets);
  const unit = section.unsigned(18, 1);
  const forecastHours = toHours(section.signed(19, 4), unit);
  if (forecastHours === undefined) return new UnsupportedProduct(template, '4.4', unit);
  const { spanOctet } = layout;
  const span = spanOctet ? readSpan(section, spanOctet, referenceTime, forecastHours) : undefined;
  return {
    template,
    parameterCategory: section.unsigned(10, 1),
    parameterNumber: section.unsigned(11, 1),
    stepStartHours: span?.startHours,
    stepHours: span?.endHours ?? forecastHours,
    spanHours: span?.lengthHours,
    statisticalProcess: span?.statisticalProcess,
    level: readLevel(section),
    member: layout.ensemble === 'member' ? section.unsigned(36, 1) : undefined,
    derivedForecast: layout.ensemble === 'derived' ? section.unsigned(35, 1) : undefined,
  };
}

/**
 * Reads the statistical span. Its end is coded twice, as a time and as a length; the length is used if the time is
 * empty.
 */
function readSpan(section: Section, octet: number, referenceTime: Date, startHours: number): Span {
  const endTime = readTime(section, octet);
  const lengthHours = toHours(section.unsigned(octet + 15, 4), section.unsigned(octet + 14, 1));
  const endHours = endTime
    ? (endTime.getTime() - referenceTime.getTime()) / HOUR_MS
    : startHours + (lengthHours ?? NaN);
  if (Number.isNaN(endHours)) throw section.error('its statistical span has no end');
  return { startHours, endHours, lengthHours, statisticalProcess: section.unsigned(octet + 12, 1) };
}

/** Reads octets 23 to 28: a surface type and a scaled value. */
function readLevel(section: Section): Level {
  const scaleFactor = section.unsigned(24, 1);
  const isMissing = scaleFactor === 0xff || section.unsigned(25, 4) === 0xffffffff;
  return {
    type: section.unsigned(23, 1),
    value: isMissing ? undefined : Number(`${section.signed(25, 4)}e${-section.signed(24, 1)}`),
  };
}
