import type { SettingName, Settings } from '../features/names.types.js';
import type { SettingValue } from './feature-setting.types.js';

/** The values of the settings that features declare. */
export class FeatureSettings {
  constructor(private readonly values: ReadonlyMap<string, SettingValue>) {}

  get<Name extends SettingName>(name: Name): Settings[Name] {
    if (!this.values.has(name)) throw new Error(`No feature declares the setting ${name}.`);
    return this.values.get(name) as Settings[Name];
  }
}
