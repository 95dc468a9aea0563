import { editDistance } from '../common/edit-distance.js';

/** With two differing letters, a short name would already be another word: PATH isn't PORT. */
const SHORT_NAME_LENGTH = 6;

/** Returns a warning for each variable that isn't a setting but whose name is similar to one. */
export function misspeltVariables(environment: NodeJS.ProcessEnv, settings: ReadonlySet<string>): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settings.has(name)) return [];
    const near = [...settings].find((setting) => isNear(name.toUpperCase(), setting));
    return near === undefined ? [] : [`${name} is not a setting and has no effect. Did you mean ${near}?`];
  });
}

function isNear(name: string, setting: string): boolean {
  const most = setting.length < SHORT_NAME_LENGTH ? 1 : 2;
  return Math.abs(name.length - setting.length) <= most && editDistance(name, setting) <= most;
}
