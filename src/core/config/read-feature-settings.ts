import { SWITCH } from './configuration.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { DeclaredSetting, FeatureSetting, SettingValue } from './feature-setting.types.js';
import { FeatureSettings } from './feature-settings.js';

/** Reads the settings that features declare, after those of the service. */
export function readFeatureSettings(
  reader: EnvironmentReader,
  declared: readonly DeclaredSetting[],
): FeatureSettings {
  const own = new Set(reader.names);
  const values = declared.map(({ feature, name, setting }): [string, SettingValue] => {
    if (own.has(name))
      return [
        name,
        reader.fault(name, `is a setting of the service, and "${feature}" declares it, too`, undefined),
      ];
    if (setting.required && reader.text(name) === undefined)
      return [name, reader.fault(name, `is required by the feature "${feature}"`, undefined)];
    return [name, read(reader, name, setting)];
  });
  return new FeatureSettings(new Map(values));
}

function read(reader: EnvironmentReader, name: string, setting: FeatureSetting): SettingValue {
  if (reader.text(name) === undefined) return setting.default;
  switch (setting.kind) {
    case 'text':
    case 'secret':
      return reader.text(name);
    case 'url':
      return reader.url(name, setting.protocols ?? ['https:', 'http:']);
    case 'choice':
      return reader.oneOf(name, setting.choices, setting.choices[0]);
    case 'integer':
      return reader.integer(name, 0, setting.min ?? 0, setting.max ?? Number.MAX_SAFE_INTEGER);
    case 'switch':
      return reader.oneOf(name, SWITCH, 'off') === 'on';
  }
}
