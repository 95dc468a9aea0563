import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { atOnce } from '../../../../src/core/background/turns.js';
import { DWD } from '../../../../src/weather/observations/dwd/dwd.source.js';
import type { Refusal } from '../../../../src/weather/observations/observe.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

/** Banak in Norway. */
const station = { id: '01049', name: 'Banak', lat: 70.0667, lon: 24.9833, elevation: 8 };

it('names the file of a station by five characters', () => {
  const others = [station, { ...station, id: 'E008' }];
  expect(DWD.files(others).map(({ paths }) => paths)).toEqual([['01049-BEOB.csv'], ['E008_-BEOB.csv']]);
});

describeWithSharedData('a POI file', () => {
  const text = readFileSync(join(sharedData!, 'dwd/observations_current.csv'), 'utf8');
  const nowMs = Date.parse('2020-04-06T08:30:00Z');
  const read = (file: string, of = station) => {
    const refused: Refusal[] = [];
    const reports = atOnce(
      DWD.read(file, { station: of, nowMs, refuse: (reason) => void refused.push(reason) }),
    );
    return { reports, refused };
  };

  it('has 25 hours, the newest first', () => {
    const { reports, refused } = read(text);

    expect(refused).toEqual([]);
    expect(reports).toHaveLength(25);
    // By hand: 14 km/h are 3.9 m/s, 21 km/h 5.8 m/s; 8 m of air at -3.1 °C weigh 1.0 hPa.
    expect(reports[0]).toEqual({
      station,
      observedAtMs: Date.parse('2020-04-06T08:00:00Z'),
      isSpecial: false,
      values: {
        temperature: -3.1,
        dewPoint: -10,
        windSpeed: 3.9,
        windDirection: 140,
        windGust: 5.8,
        pressureSurfaceLevel: 1022.1,
        cloudCover: null,
        visibility: null,
        weatherCode: null,
      },
      text: expect.stringMatching(/^06\.04\.20;08:00;/) as unknown,
    });
  });

  it('is refused if it is about another station, or has another unit', () => {
    expect(() => read(text, { ...station, id: '10384' })).toThrow(
      'the file of the station 10384 is about 01049',
    );
    expect(() => read(text.replaceAll('km/h', 'm/s'))).toThrow('no column');
  });

  it('leaves out a cloud cover beyond 100 %, and what is blank', () => {
    const covered = text.replace('06.04.20;08:00;---;', '06.04.20;08:00;113;').replace(';-3,1;', '; ;');
    const { reports, refused } = read(covered);

    expect(reports[0].values).toMatchObject({ cloudCover: null, temperature: null });
    expect(refused).toEqual(['cloud_cover']);
  });

  it('leaves out rows with impossible times or too few cells', () => {
    const { reports, refused } = read(
      text.replace('06.04.20;08:00', '06.04.21;08:00').replace('06.04.20;07:00;', ''),
    );

    expect(reports).toHaveLength(23);
    expect(refused).toEqual(['time', 'malformed']);
  });
});
