import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { guideText } from '../../support/written-texts.js';

const namesIn = (text: string, pattern: RegExp) => [...new Set(text.match(pattern))].sort();

test('the styles that pages of features may use are those of the guide', () => {
  const css = readFileSync('src/dashboard/web/styles.css', 'utf8');
  const guide = guideText('extending');

  const classes = namesIn(css, /(?<=\.)wx1-[\w-]+/g);
  expect(classes).toHaveLength(8);
  expect(namesIn(guide, /(?<=`)wx1-[\w-]+/g)).toEqual(classes);
  const colors = namesIn(css, /--wx1-[\w-]+/g);
  expect(colors).toHaveLength(17);
  expect(namesIn(guide, /--wx1-[\w-]+/g)).toEqual(colors);
});
