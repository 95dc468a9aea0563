import type { WeatherCode } from '../../meteo/weather-codes.js';

/** A group such as `-SHRA`: intensity, descriptor, phenomena. */
const GROUP = /^([-+]?)(MI|BC|PR|DR|BL|SH|TS|FZ)?((?:[A-Z]{2})*)$/;
/** What falls, by the phenomena of a group, with the codes of light, moderate and heavy intensity. */
const FALLING: readonly {
  has: RegExp;
  freezing?: true;
  codes: readonly [WeatherCode, WeatherCode, WeatherCode];
}[] = [
  { has: /^(RA|DZRA|RADZ)$/, freezing: true, codes: [6200, 6001, 6201] },
  { has: /^DZ$/, freezing: true, codes: [6000, 6000, 6000] },
  { has: /^(RA|DZRA|RADZ)$/, codes: [4200, 4001, 4201] },
  { has: /^DZ$/, codes: [4000, 4000, 4000] },
  { has: /^(SN|SG|SNSG|SGSN)$/, codes: [5100, 5000, 5101] },
  { has: /^PL$/, codes: [7102, 7000, 7101] },
];
/** They lower the visibility, but aren't fog. */
const DUSTY = /^(HZ|FU|DU|SA|VA|PO|SS|DS|BL(SN|DU|SA))$/;
/** Stations that can't tell whether something falls, or couldn't: no precipitation sensor, or no report of it. */
const CANNOT_TELL = /\bRMKS?\b.*\bA[O0]1\b|\bPWINO\b| \/\/ /;

/**
 * Returns the weather that a report is certain about: `dry` if nothing falls and there is no fog, undefined if it can't
 * be told, or is a mixture or something else that no code means.
 *
 * @param groups the groups of present weather, separated by blanks
 */
export function weatherOf(
  groups: string,
  report: string,
  isSensorOff: boolean,
): WeatherCode | 'dry' | undefined {
  // What is in the vicinity isn't at the station, and what drifts near the ground neither falls nor lowers the visibility.
  const words = groups.split(' ').filter((word) => word !== '' && !/^VC|DR(SN|DU|SA)$/.test(word));
  const parts = words.map((word) => GROUP.exec(word));
  if (groups === 'null' || parts.includes(null)) return undefined;
  if (parts.some((part) => part![2] === 'TS')) return 8000;
  const codes = parts.flatMap((part) => codeOf(part![1], part![2], part![3]));
  if (codes.includes(undefined)) return undefined;
  const known = codes.filter((code) => code !== 'dry');
  const falling = known.filter((code) => code !== 2000);
  if (falling.length > 0) return falling.length === 1 ? falling[0] : undefined;
  if (known.includes(2000)) return 2000;
  return isSensorOff ||
    CANNOT_TELL.test(report) ||
    words.some((word) => DUSTY.test(word.replace(/^[-+]/, '')))
    ? undefined
    : 'dry';
}

function codeOf(
  intensity: string,
  descriptor: string | undefined,
  phenomena: string,
): WeatherCode | 'dry' | undefined {
  // Shallow, partial and patchy fog leave most of the air clear.
  if (phenomena === 'FG') return descriptor === undefined || descriptor === 'FZ' ? 2000 : 'dry';
  if (phenomena === 'BR' || DUSTY.test((descriptor ?? '') + phenomena)) return 'dry';
  const kind = FALLING.find(
    ({ has, freezing }) => has.test(phenomena) && (freezing === undefined || descriptor === 'FZ'),
  );
  if (!kind || (descriptor === 'FZ' && !kind.freezing)) return undefined;
  return kind.codes[intensity === '-' ? 0 : intensity === '+' ? 2 : 1];
}
