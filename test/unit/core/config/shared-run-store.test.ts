import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

const storeOf = (environment: Record<string, string>) => loadConfiguration(environment).sharedRunStore;

it('is unset by default', () => {
  expect(storeOf({ AWS_REGION: 'eu-central-1' })).toBeUndefined();
});

it('can be a volume, which is read in place', () => {
  expect(storeOf({ RUN_STORE_URL: 'file:///mnt/model%20runs/' })).toEqual({
    kind: 'volume',
    directory: '/mnt/model runs',
  });
});

it('can be a bucket on Amazon S3 or another server', () => {
  const [bucket, AWS_ENDPOINT_URL_S3] = ['s3://weather-runs/a/b/', 'https://s3.example.com'];
  expect(storeOf({ RUN_STORE_URL: bucket, AWS_REGION: 'eu-central-1' })).toEqual({
    kind: 'bucket',
    bucket: 'weather-runs',
    prefix: 'a/b/',
    region: 'eu-central-1',
  });
  expect(storeOf({ RUN_STORE_URL: 's3://weather-runs', AWS_ENDPOINT_URL_S3 })).toEqual({
    kind: 'bucket',
    bucket: 'weather-runs',
    prefix: '',
    endpoint: AWS_ENDPOINT_URL_S3,
    region: 'us-east-1',
  });
});

it.each([
  ['https://weather-runs', 'must be a URL that starts with file: or s3:'],
  ['s3://', 'must name a bucket'],
  ['s3://User:secret@weather', 'must name a bucket'],
  ['s3://weather?versioned', 'must name a bucket'],
  ['file://elsewhere/runs', 'must be an absolute path on this machine'],
  [`file://${resolve('.data/runs')}`, 'must not be inside DATA_DIR'],
])('rejects %s', (value, problem) => {
  const load = () => storeOf({ RUN_STORE_URL: value });
  const fault = expect.stringContaining(`RUN_STORE_URL ${problem}`) as unknown;
  expect(load).toThrow(expect.objectContaining({ faults: [fault] }));
  expect(load).not.toThrow('secret');
});
