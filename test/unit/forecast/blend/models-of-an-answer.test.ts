import { describe, expect, it } from '@jest/globals';
import { acceptedForm } from '../../../../src/forecast/answer/answer-formats.js';
import { answerOf, entriesOf, valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, NOW, type PublishedRun } from './blended-forecasts.js';
import { at, END, FADING, GFS, IFS, mean, speed } from './two-models.js';

describe('the models of a forecast', () => {
  const asIfs = { model: 'ifs', lastStep: END, values: IFS } as const;
  const asGfs = { model: 'gfs', lastStep: 60, values: GFS } as const;
  async function withRuns(
    runs: PublishedRun[],
    check: (forecasts: BlendedForecasts) => void | Promise<void>,
    order?: PublishedRun['model'][],
  ): Promise<void> {
    const forecasts = await BlendedForecasts.create(runs, order);
    await check(forecasts);
    await forecasts.close();
  }

  it('are adjusted to the terrain of the first one, or to the elevation', () =>
    withRuns(
      [
        { ...asIfs, terrain: 200 },
        { ...asGfs, terrain: 700 },
      ],
      (forecasts) => {
        // GFS's terrain is 500 m higher: its values are 3.25 K warmer at the height of IFS's, which stay the same.
        const [first] = valuesOf(forecasts.ask(20, 21), 'temperature') as number[];
        const [last] = valuesOf(forecasts.ask(20, 41), 'temperature').slice(-1) as number[];
        expect(first).toBeCloseTo(mean('temperature', 20, 286, 288 + 3.25) - 273.15, 1);
        expect(last).toBeCloseTo(292 - 8 - 273.15 + 3.25, 1);
        const [high] = valuesOf(forecasts.ask(40, 41, { elevation: '1700' }), 'temperature') as number[];
        expect(high).toBeCloseTo(292 - 8 - 273.15 - 6.5, 1);
        expect(forecasts.ask(20, 41).meta.sources.map(({ grid }) => grid.elevation)).toEqual([200, 700]);
      },
    ));

  it('have no apparent temperature and humidity of their own in a mean: they follow from the mean', () => {
    const values = { ...IFS, apparentTemperature2m: () => 290, relativeHumidity2m: () => 12 };
    return withRuns([{ ...asIfs, values }, asGfs], (forecasts) => {
      for (const [name, formula, half] of FADING.filter(([one]) => /humid|Apparent/.test(one)))
        valuesOf(forecasts.ask(24, 38), name).forEach((value, i) => {
          const difference = Math.abs((value as number) - formula(24 + i));
          expect([name, 24 + i, difference <= half + 0.002]).toEqual([name, 24 + i, true]);
        });
      const [{ values: alone }] = entriesOf(forecasts.ask(24, 25, { source: 'ifs' }));
      expect(alone).toMatchObject({ temperatureApparent: 16.9, humidity: 12 });
    });
  });

  it('fill in what the preferred one lacks, from which weather code and humidity follow', () => {
    const lacked = ['dewPoint2m', 'windGust', 'visibility'];
    const rest = Object.fromEntries(Object.entries(IFS).filter(([name]) => !lacked.includes(name)));
    const dry = { ...rest, precipitation: () => 0 };
    const foggy = { ...GFS, dewPoint2m: () => 290, windGust: () => 2, visibility: () => 400 };
    return withRuns(
      [
        { ...asIfs, values: dry },
        { ...asGfs, values: foggy },
      ],
      (forecasts) => {
        const [entry] = entriesOf(forecasts.ask(20, 21)).map(({ values }) => values);
        // GFS's gust is below the mean wind speed, and its dew point above the mean temperature.
        const temperature = Math.round(10 * (mean('temperature', 20, 286, 288) - 273.15)) / 10;
        const windSpeed = Math.round(10 * speed(20)) / 10;
        expect(entry).toMatchObject({ temperature, dewPoint: temperature, humidity: 100 });
        expect(entry).toMatchObject({ windSpeed, windGust: windSpeed, visibility: 0.4, weatherCode: 2000 });
        const { sources } = forecasts.ask(20, 21, { fields: 'temperature,windGust,visibility' }).meta;
        expect(sources).toMatchObject([
          { source: 'ifs', fields: ['temperature'] },
          { source: 'gfs', fields: ['temperature', 'windGust', 'visibility'] },
        ]);
      },
    );
  });

  it('are the available ones if the preferred one has no run, starts later, or is overdue', async () => {
    await withRuns([asGfs], (forecasts) => {
      const { meta } = forecasts.ask(20, 42);
      expect(meta.sources.map(({ source }) => source)).toEqual(['gfs']);
      // If IFS has a run, it is expected at 19:34 UTC.
      const before = new Date('2026-11-20T19:20:00Z');
      expect(forecasts.answer(20, 42, {}, before).maxAgeSeconds).toBe(14 * 60);
    });
    await withRuns([{ ...asIfs, beginsAt: 6 }, asGfs], (forecasts) => {
      const answer = forecasts.ask(4, 8);
      expect(valuesOf(answer, 'cloudCover')).toEqual([90, 90, 20, 20]);
      expect(answer.meta).toMatchObject({ source: 'gfs', sources: [{ source: 'ifs' }, { source: 'gfs' }] });
    });
    await withRuns([{ ...asIfs, beginsAt: -24, lastStep: 100 }, asGfs], (forecasts) => {
      // The runs of 18 and 0 UTC are overdue as of 7:34 UTC.
      const fresh = new Date('2026-11-20T07:33:00Z');
      expect(forecasts.ask(1, 30, {}, fresh).meta.source).toBe('ifs');
      expect(forecasts.ask(1, 30).meta.source).toBe('gfs');
      expect(forecasts.ask(1, 30, { source: 'ifs' }).meta.source).toBe('ifs');
      // Beyond the end of GFS, the overdue run is still used.
      expect(forecasts.ask(50, 70).meta.sources.map(({ source }) => source)).toEqual(['gfs', 'ifs']);
    });
  });

  it('are continued by their own earlier run first, and then by the next model', () =>
    withRuns(
      [
        { ...asIfs, lastStep: 18, isPart: true, values: { ...IFS, totalOzone: () => 310 } },
        { ...asIfs, beginsAt: -6, lastStep: END + 6 },
        asGfs,
      ],
      (forecasts) => {
        const answer = forecasts.ask(16, 40);
        expect(valuesOf(answer, 'ozone').slice(0, 4)).toEqual([310, 310, 300, 300]);
        const temperatures = valuesOf(answer, 'temperature') as number[];
        temperatures.forEach((value, i) => {
          const hour = 16 + i;
          const [ifs, gfs] = [IFS, GFS].map((model) => model.temperature2m(hour));
          const expected = mean('temperature', hour, ifs, gfs, hour < 18 ? hour : hour + 6) - 273.15;
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(0.052);
        });
        expect(answer.meta.sources).toMatchObject([
          { source: 'ifs', run: at(0), from: at(16), to: at(17), reaches: at(18) },
          { source: 'ifs', run: at(-6), from: at(18), to: at(36) },
          { source: 'gfs', run: at(0), from: at(16), to: at(39) },
        ]);
      },
    ));

  it('change the response when one has a new run, and limit how long it is cached', () =>
    withRuns([asIfs, asGfs], async (forecasts) => {
      const before = forecasts.answer(20, 42);
      expect(forecasts.answer(20, 42).etag).toBe(before.etag);
      // At 17:40 UTC, the end of the hour comes first; at 22:40, the GFS run expected at 23 UTC, not IFS's at 0:27.
      expect(before.maxAgeSeconds).toBe(20 * 60);
      const late = new Date('2026-11-20T22:40:00Z');
      expect(forecasts.answer(20, 42, {}, late).maxAgeSeconds).toBe(20 * 60);
      await forecasts.publish({ ...asGfs, beginsAt: 6 });
      const after = forecasts.answer(20, 42);
      expect(after.etag).not.toBe(before.etag);
      expect(after.lastModified.getTime()).toBeGreaterThan(before.lastModified.getTime());
      expect(after.answer.meta.sources[1].run).toBe(at(6));
      expect(answerOf(forecasts.replica(), forecasts.question(20, 42), NOW).etag).toBe(after.etag);
    }));

  it('are the same in columns and in batches', () =>
    withRuns([asIfs, asGfs], async (forecasts) => {
      const { lat, lon, ...common } = forecasts.question(28, 32, { fields: 'temperature,cloudCover' });
      const alone = forecasts.ask(28, 32, { fields: 'temperature,cloudCover' });
      const body = { ...common, lat: Number(lat), lon: Number(lon), fields: ['temperature', 'cloudCover'] };
      const { timelines, meta } = await forecasts.service.columns(body, NOW);
      for (const name of ['temperature', 'cloudCover'])
        expect([...timelines.hourly!.values[name]]).toEqual(valuesOf(alone, name));
      expect(meta).toEqual(alone.meta);
      const points = [forecasts.service.queries.parse({ lat, lon, ...common }, NOW.getTime())];
      const query = { points, units: 'metric' as const, values: 0 };
      const batch = await forecasts.service.batches.answer(
        query,
        acceptedForm(undefined, undefined),
        NOW.getTime(),
      );
      const { forecasts: answers } = JSON.parse(batch.body.toString()) as { forecasts: unknown[] };
      expect(answers).toEqual([alone]);
    }));

  it('each determine the probability of their own precipitation', () => {
    const [dry, wet] = [
      { ...asIfs, values: { ...IFS, precipitation: () => 0 } },
      { ...asGfs, values: { ...GFS, precipitation: () => 1 } },
    ];
    return withRuns([dry, wet], (forecasts) => {
      // All surrounding cells are the same: none of IFS's is wet, all of GFS's are.
      expect(valuesOf(forecasts.ask(28, 32), 'precipitationProbability')).toEqual([0, 0, 100, 100]);
    });
  });

  it('cannot be requested by the name of a model without runs, now or ever', () =>
    withRuns([asGfs], (forecasts) => {
      const refusal = (source: string) => {
        try {
          forecasts.ask(20, 42, { source });
        } catch (error) {
          return error as { code: string; options: { errors?: object[] } };
        }
        throw new Error('the request was answered');
      };
      expect(refusal('ifs')).toMatchObject({ code: 'forecast_unavailable' });
      expect(refusal('regional')).toMatchObject({
        code: 'invalid_parameter',
        options: {
          errors: [
            {
              parameter: 'source',
              detail: "This service doesn't download runs of regional: MODELS names ifs, gfs.",
            },
          ],
        },
      });
    }));
});
