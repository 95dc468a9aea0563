import { expect, test } from '@jest/globals';
import { readableTexts } from '../../support/readable-texts.js';

/** One word per concept: the preferred word, and what is avoided. */
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
  ['gets a message, is notified', /\b(is|are|be|was) told (of|that|when|about)\b/i],
  ['your own', /\b(client|endpoint|key|metric)s? of yours\b/i],
  ['image', /\bas (a picture|pictures)\b|\bthe picture\b/i],
  ['email, emails', /\b(for|in) mails\b|\bmails (a|an|are|the)\b|\bmail programs?\b/i],
  ['unavailable', /\b(is|are) away\b/i],
  ['gives access to', /\bopens? (nothing|that organization|this organization)\b/i],
  ['lose access', /\bkept out\b/i],
  ['sign-in method', /\b(add|remov|connect)(ing|s)? a way to sign in\b|\byour ways to sign in\b/i],
  ['status, result', /\bwhat(ever)? became of\b/i],
  ['retry with exponential backoff', /\bless and less often\b|\bat growing intervals\b/i],
  ['have priority', /\bgives? way to\b/i],
  ['be used instead', /\bstands? in for\b|\btakes? its place\b/i],
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
