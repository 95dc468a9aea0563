import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';

const SOURCES = fileURLToPath(new URL('../../../../src', import.meta.url));
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(SOURCES, path), 'utf8') }));

/** Returns the files that contain the model's name in a string or import from its folder. */
function filesNaming(model: string): string[] {
  const named = new RegExp(`['"\`/]${model}['"\`/]`);
  return sources.filter(({ code }) => named.test(code)).map(({ path }) => path);
}

// GFS is excluded: it is the command's default model, and examples mention it.
test.each(OWN_MODELS.filter((model) => model !== gfs))(
  '$name is a folder plus a line in the list of models',
  ({ name }) => {
    const ofModels = /^weather\/models\/(?!own-models\.ts)/;
    expect(filesNaming(name)).toContain(`weather/models/${name}/${name}.model.ts`);
    expect(filesNaming(name).filter((path) => !ofModels.test(path))).toEqual([
      'weather/models/own-models.ts',
    ]);
  },
);
