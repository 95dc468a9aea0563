import { type Level, type Product } from '../products/product.js';
import { toHours } from '../products/time-unit.js';
import { UnsupportedProduct } from '../products/unsupported-product.js';
import { readTime } from './identification-section.js';
import { type Section } from './section.js';

const MILLISECONDS_PER_HOUR = 3_600_000;

/**
 * The product templates whose first 34 octets are those of template 4.0, and the octet where each describes its
 * statistical span (undefined for products at a point in time).
 */
const SPAN_OCTETS = new Map<number, number | undefined>([
  [0, undefined], // deterministic
  [1, undefined], // ensemble member
  [2, undefined], // derived from an ensemble
  [8, 35], // deterministic, over a span
  [9, 48], // probability, over a span
  [11, 38], // ensemble member, over a span
  [12, 37], // derived from an ensemble, over a span
]);

interface Span {
  startHours: number;
  endHours: number;
  statisticalProcess: number;
}

/**
 * Reads section 4.
 * @param referenceTime of section 1, from which steps count
 */
export function readProductDefinition(section: Section, referenceTime: Date): Product {
  const template = section.unsigned(8, 2);
  if (!SPAN_OCTETS.has(template)) return new UnsupportedProduct(template, '4.0', template);
  const unit = section.unsigned(18, 1);
  const forecastHours = toHours(section.signed(19, 4), unit);
  if (forecastHours === undefined) return new UnsupportedProduct(template, '4.4', unit);
  const spanOctet = SPAN_OCTETS.get(template);
  const span =
    spanOctet === undefined ? undefined : readSpan(section, spanOctet, referenceTime, forecastHours);
  return {
    template,
    parameterCategory: section.unsigned(10, 1),
    parameterNumber: section.unsigned(11, 1),
    stepStartHours: span?.startHours,
    stepHours: span?.endHours ?? forecastHours,
    statisticalProcess: span?.statisticalProcess,
    level: readLevel(section),
  };
}

/** The span's end is coded twice: as a time, and as a length, which serves where the time is left empty. */
function readSpan(section: Section, octet: number, referenceTime: Date, startHours: number): Span {
  const endTime = readTime(section, octet);
  const lengthHours = toHours(section.unsigned(octet + 15, 4), section.unsigned(octet + 14, 1));
  const endHours = endTime
    ? (endTime.getTime() - referenceTime.getTime()) / MILLISECONDS_PER_HOUR
    : startHours + (lengthHours ?? NaN);
  if (Number.isNaN(endHours)) throw section.error('its statistical span has no end');
  return { startHours, endHours, statisticalProcess: section.unsigned(octet + 12, 1) };
}

/** Octets 23 to 28, a type and a decimal number. */
function readLevel(section: Section): Level {
  const scaleFactor = section.unsigned(24, 1);
  const isMissing = scaleFactor === 0xff || section.unsigned(25, 4) === 0xffffffff;
  return {
    type: section.unsigned(23, 1),
    value: isMissing ? undefined : section.signed(25, 4) / 10 ** section.signed(24, 1),
  };
}
