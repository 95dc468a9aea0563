import { expect, it } from '@jest/globals';
import { hideSecrets } from '../../../../src/core/http/problems/hidden-secrets.js';

it.each([
  'honeyJarTemperature',
  'keyJohannesburg',
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch',
  'org_01ARZ3NDEKTSV4RRFFQ69G5FAV',
])('shows %s, which is no secret', (text) => {
  expect(hideSecrets(text)).toBe(text);
});

it.each([
  'wx_4fzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'Zk1vT0pXc3B4Q2Y3aHd6R2s4bUxqTnU5ZVJ0QWlE',
])('hides %s', (secret) => {
  expect(hideSecrets(`fields=${secret}`)).toBe('fields=***');
});
