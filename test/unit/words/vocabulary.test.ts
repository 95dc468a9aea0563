import { expect, test } from '@jest/globals';
import { readableTexts } from '../../support/readable-texts.js';

/** One word for one thing: what is not written, and what is written instead. */
const VOCABULARY: [instead: string, not: RegExp][] = [
  ['client', /\b(your|new|an|the) applications?\b/i],
  ['register', /\bsign(s|ed|ing)?[- ]?up\b/i],
  ['sign in, sign out', /\blog(s|ged|ging)?[- ]?(in|out)\b/i],
  ['email', /\be-mails?\b/i],
  ['time zone', /\b(the|a|your) timezones?\b/i],
  [
    'response; returns, responds, serves',
    /\b(the|this|an|each|in) answers?\b(?! would| of the)|\blong-term means answer/i,
  ],
  ['average', /\blong-term means?\b|\bmonthly means?\b/i],
  ['max, min; highest, lowest', /\bgreatest\b|\bthe least of\b/i],
  ['location', /\b(for|at) (a|the) (place|point)\b|\bmany (places|points)\b/i],
  ['per 10,000 values, rounded up', /\beach started\b/i],
  ['ID, in prose', /\b(the|an|its|their|this|every|each|client\u2019s|client's) ids?\b/],
  ['resets', /\bwhole again\b/i],
  ['again', /\banew\b/i],
  ['used up', /\b(is|are) spent\b/i],
  ['immediately', /\b(ends?|stops?|refused|served|used) at once\b/i],
  ['automatically, on its own', /\b(again|replaced|recovers|catches up) by itself\b/i],
  ['keep', /\bgo(es)? on (working|being|serving|answering)\b/i],
  ['download, ingest', /\btak(es|ing|en) (model )?runs?\b/i],
  ['your clients', /\bown clients\b/i],
  ['current', /\bpresent (key|secret|password|state)\b/i],
  ['required', /\b(is|are) needed: |^(an? )?[A-Z][\w ]+ is needed$/],
  ['in progress', /\bunder way\b/i],
  ['must be between', /\bmust lie\b/],
  [
    'American spelling',
    /\b(colours?|licences?|centres?|(kilo)?metres?|towards|normali[s]ed|recogni[s]ed|neighbours?)\b/i,
  ],
];

const texts = readableTexts();

test.each(VOCABULARY)('texts say “%s”', (_, not) => {
  const others = texts.filter(({ text }) => not.test(text));
  expect(others).toEqual([]);
});
