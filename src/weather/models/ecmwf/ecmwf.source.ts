import { type StepFiles } from '../model.js';

/** Locations of ECMWF's open data: a mirror that serves everyone, then ECMWF itself, which has little capacity. */
export const ECMWF_BASE_URLS = [
  'https://storage.googleapis.com/ecmwf-open-data',
  'https://data.ecmwf.int/forecasts',
];

/** @param stream ECMWF's name of the system that makes the forecast */
export function openData(folder: string, stream: string, stepBytes: number): StepFiles {
  const file = `{YYYYMMDD}/{HH}z/${folder}/0p25/${stream}/{YYYYMMDD}{HH}0000-{F}h-${stream}-fc`;
  return {
    name: stream,
    stepBytes,
    file: `${file}.grib2`,
    inventory: { path: `${file}.index`, format: 'ecmwf' },
  };
}

export function ecmwfAttribution(title: string): string {
  return `Contains modified data of the ${title}, © ECMWF, CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)`;
}
