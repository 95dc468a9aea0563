import { describe, expect, it } from '@jest/globals';
import { type ConfigurationError } from '../../../../src/core/config/configuration-error.js';
import type { DeclaredSetting, FeatureSetting } from '../../../../src/core/config/feature-setting.types.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import type { SettingName } from '../../../../src/core/features/names.types.js';

type WithoutText<Setting> = Setting extends unknown ? Omit<Setting, 'description'> : never;

const declared = (name: string, setting: WithoutText<FeatureSetting>): DeclaredSetting => ({
  feature: 'tides',
  name,
  setting: { description: 'For tests.', ...setting },
});
const load = (environment: NodeJS.ProcessEnv, ...settings: DeclaredSetting[]) =>
  loadConfiguration(environment, [], settings);

describe('a setting that a feature declares', () => {
  it.each<[WithoutText<FeatureSetting>, string, unknown]>([
    [{ kind: 'text' }, ' Cuxhaven ', 'Cuxhaven'],
    [{ kind: 'secret' }, 'canary', 'canary'],
    [{ kind: 'url' }, 'https://tides.example/', 'https://tides.example'],
    [{ kind: 'url', protocols: ['mqtt:'] }, 'mqtt://tides.example', 'mqtt://tides.example'],
    [{ kind: 'choice', choices: ['cm', 'm'] }, 'm', 'm'],
    [{ kind: 'integer', default: 3 }, '7', 7],
    [{ kind: 'switch', default: true }, 'off', false],
  ])('%j reads "%s"', (setting, text, value) => {
    const { featureSettings } = load({ TIDES: text }, declared('TIDES', setting));
    expect(featureSettings.get('TIDES' as SettingName)).toBe(value);
  });

  it.each([undefined, 'text', 3, false])('has its default %j if it is unset or empty', (value) => {
    const setting = declared('TIDES', { kind: 'text', default: value } as never);
    for (const environment of [{}, { TIDES: ' ' }])
      expect(load(environment, setting).featureSettings.get('TIDES' as SettingName)).toBe(value);
  });

  it('is checked with those of the service, and faults are reported together', () => {
    const settings = [
      declared('TIDES_URL', { kind: 'url' }),
      declared('TIDES_MOST', { kind: 'integer', min: 1, max: 9 }),
      declared('TIDES_KEY', { kind: 'secret', required: true }),
      declared('PORT', { kind: 'integer' }),
    ];
    const environment = { PORT: '0', TIDES_URL: 'canary', TIDES_MOST: '10' };

    let faults: readonly string[] = [];
    try {
      load(environment, ...settings);
    } catch (error) {
      ({ faults } = error as ConfigurationError);
    }
    expect(faults).toEqual([
      'PORT must be a whole number from 1 to 65535, not "0".',
      'TIDES_URL must be a URL that starts with https: or http:.',
      'TIDES_MOST must be a whole number from 1 to 9, not "10".',
      'TIDES_KEY is required by the feature "tides".',
      'PORT is a setting of the service, and "tides" declares it, too.',
    ]);
  });

  it('is known to the check for misspelled variables', () => {
    const { warnings } = load({ TIDES_ULR: 'x' }, declared('TIDES_URL', { kind: 'url' }));
    expect(warnings).toEqual(['TIDES_ULR is not a setting and has no effect. Did you mean TIDES_URL?']);
  });
});

it('returns no setting that nobody declares', () => {
  expect(() => load({ OTHER: '1' }).featureSettings.get('OTHER' as SettingName)).toThrow(
    'No feature declares the setting OTHER.',
  );
});
