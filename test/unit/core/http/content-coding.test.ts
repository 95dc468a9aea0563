import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { compressAnswers } from '../../../../src/core/http/coding/compressed-answers.js';
import { acceptedCoding } from '../../../../src/core/http/coding/content-coding.js';

const codingOf = (header: string) => acceptedCoding(header).coding;

describe('the content coding of a response', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.9, gzip;q=1.0', 'gzip'],
    ['zstd;q=0.5, br;q=0.5, gzip;q=0.499', 'zstd'],
    ['zstd ; Q=0.1 , gzip', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, zstd;q=0', 'br'],
    ['identity;q=0.5, gzip;q=0.8', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity, gzip', 'gzip'],
  ])('of %j is %s', (header, coding) => {
    expect(codingOf(header)).toBe(coding);
  });

  it.each([
    '',
    'identity',
    'deflate',
    'compress, deflate',
    'gzip;q=0',
    'gzip;q=0, *;q=0',
    'identity;q=0.8, gzip;q=0.5',
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=high',
    'gzip;level=9',
    'gzipped',
    ';q=1',
    'identity;q=0',
  ])('of %j is identity', (header) => {
    expect(acceptedCoding(header)).toEqual({ coding: 'identity', evenIfSmall: false });
  });

  it('is identity without the header', () => {
    expect(acceptedCoding(undefined).coding).toBe('identity');
  });

  it('combines the lines of a repeated header', () => {
    expect(acceptedCoding(['deflate', 'br']).coding).toBe('br');
  });

  it.each([
    ['gzip, identity;q=0', true],
    ['gzip, *;q=0', true],
    ['gzip, *;q=0, identity;q=0.1', false],
    ['gzip', false],
  ])('of %j also applies to small responses: %s', (header, evenIfSmall) => {
    expect(acceptedCoding(header)).toEqual({ coding: 'gzip', evenIfSmall });
  });
});

it.each([
  ['text', (text: string) => text],
  ['bytes', (text: string) => Buffer.from(text)],
  ['a stream', (text: string) => Readable.from([Buffer.from(text)])],
])('a response for everybody as %s changes with its content', async (_name, send) => {
  const app = fastify();
  compressAnswers(app);
  let content = '';
  app.get('/list', { config: { compressedFor: 'everybody' } }, (_request, reply) =>
    reply.type('text/plain').send(send(content)),
  );
  for (const letter of ['a', 'a', 'b']) {
    content = letter.repeat(2000);
    const { headers, rawPayload } = await app.inject({
      url: '/list',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toBe(content);
  }
  await app.close();
});
