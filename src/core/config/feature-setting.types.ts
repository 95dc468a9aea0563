interface AnySetting {
  /** One sentence or two, in Markdown, for the list of settings. */
  readonly description: string;
}

/** Any text, without whitespace around it. `secret`: its value is not repeated anywhere. */
interface TextSetting extends AnySetting {
  readonly kind: 'text' | 'secret';
  readonly default?: string;
}

/** An absolute URL, read without trailing slashes. */
interface UrlSetting extends AnySetting {
  readonly kind: 'url';
  /** Default: `https:` and `http:`. */
  readonly protocols?: readonly string[];
  readonly default?: string;
}

interface ChoiceSetting extends AnySetting {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default?: string;
}

/** A whole number. */
interface IntegerSetting extends AnySetting {
  readonly kind: 'integer';
  /** Default: 0. */
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

/** `on` or `off`. */
interface SwitchSetting extends AnySetting {
  readonly kind: 'switch';
  readonly default?: boolean;
}

export type FeatureSetting = (TextSetting | UrlSetting | ChoiceSetting | IntegerSetting | SwitchSetting) & {
  /** Whether the service must not start without it. */
  readonly required?: true;
};

export const SETTING_KINDS = [
  'text',
  'secret',
  'url',
  'choice',
  'integer',
  'switch',
] as const satisfies FeatureSetting['kind'][];

type KindFor<Value> = Value extends number
  ? IntegerSetting
  : Value extends boolean
    ? SwitchSetting
    : TextSetting | UrlSetting | ChoiceSetting;

/** A setting whose value has the type: one without `undefined` has a default or is required. */
export type SettingFor<Value> = KindFor<NonNullable<Value>> &
  (undefined extends Value
    ? { readonly required?: undefined }
    : { readonly default: unknown } | { readonly required: true });

/** A setting with its name, and that of its feature. */
export interface DeclaredSetting {
  readonly feature: string;
  readonly name: string;
  readonly setting: FeatureSetting;
}

export type SettingValue = string | number | boolean | undefined;
