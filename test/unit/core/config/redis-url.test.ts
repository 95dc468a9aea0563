import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../../../../src/core/config/configuration-error.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

const load = (url: string) => loadConfiguration({ REDIS_URL: url }).redisUrl;

describe('REDIS_URL', () => {
  test.each(['redis://valkey:6379', 'rediss://user:p%40ss@valkey/3', 'redis://:word@[::1]:6379'])(
    'accepts %s',
    (url) => {
      expect(load(url)).toBe(url);
    },
  );

  test('treats REDISS: as TLS, too', () => {
    expect(load('REDISS://valkey')).toBe('rediss://valkey');
  });

  test.each([
    ['redis://u:secret@h?tls=true', 'the parameter "tls"'],
    ['rediss://u:secret@h/?rejectUnauthorized=false', 'the parameter "rejectUnauthorized"'],
    ['redis://u:secret@h/zero', 'must be a URL like'],
    ['redis://u:secret@h/0/1', 'must be a URL like'],
    ['redis://u:secret%@h', 'must be a URL like'],
    ['redis://u:secret@h/0#x', 'must be a URL like'],
    ['http://u:secret@h', 'must be a URL'],
  ])('rejects %s without repeating the password', (url, fault) => {
    expect(() => load(url)).toThrow(ConfigurationError);
    expect(() => load(url)).toThrow(fault);
    expect(() => load(url)).not.toThrow('secret');
  });
});
