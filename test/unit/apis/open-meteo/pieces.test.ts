import { expect, test } from '@jest/globals';
import { FORMATS } from '../../../../src/apis/open-meteo/answer/answer-formats.js';
import { type AnswerColumn, type PointAnswer } from '../../../../src/apis/open-meteo/answer/point-answer.js';
import { parseOpenMeteoQuery } from '../../../../src/apis/open-meteo/request/open-meteo-query.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';

const [COLUMNS, ROWS] = [100, 2592];
const UNIT = { abbreviation: '°C', decimals: 1 } as const;

test.each(['json', 'csv', 'flatbuffers'] as const)(
  'no piece of %s requires computing more than one column',
  (format) => {
    let workedOut = 0;
    function* columns(): Generator<AnswerColumn, void> {
      for (; workedOut < COLUMNS; workedOut++)
        yield {
          name: `temperature_${workedOut}m`,
          unit: UNIT,
          scaled: new Float64Array(ROWS).fill(workedOut),
        };
    }
    const query = parseOpenMeteoQuery({ latitude: 1, longitude: 2, format }, 0, new Map());
    const answer: PointAnswer = {
      latitude: 1,
      longitude: 2,
      elevation: 3,
      point: query.points[0],
      sections: [
        {
          name: 'hourly',
          range: { firstMs: 0, stepMs: HOUR_MS, count: ROWS },
          columns: columns(),
          units: [],
        },
      ],
      origins: [],
    };
    let before = 0;
    let bytes = 0;
    for (const piece of FORMATS[format].pieces(query, [answer])) {
      expect(workedOut - before).toBeLessThanOrEqual(1);
      before = workedOut;
      bytes += piece.length;
      // A FlatBuffers message is written from its end.
      if (format !== 'flatbuffers') expect(piece.length).toBeLessThan(70_000);
    }
    expect(bytes).toBeGreaterThan(COLUMNS * ROWS);
  },
);
