// npm run new:feature <name>: a small feature with a route, a scope and a problem, and its e2e test, from the files in
// new-feature/, which are a feature of the name "sample-feature".
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const templates = fileURLToPath(new URL('new-feature', import.meta.url));
const LIST = 'src/features/features.ts';

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** In each spelling that the sample's name has. */
function renamer(name) {
  const spellings = (words) => {
    const pascal = words.map(capital).join('');
    const snake = words.join('_');
    return [words.join('-'), pascal, snake, snake.toUpperCase(), capital(words.join(' ')), words.join(' ')];
  };
  const samples = spellings(['sample', 'feature']);
  const names = spellings(name.split('-'));
  return (text) => samples.reduce((result, sample, i) => result.replaceAll(sample, names[i]), text);
}

function refusal(name) {
  // As scopes and problem codes are written.
  if (!/^[a-z]+(-[a-z]+)*$/.test(name ?? ''))
    return 'Usage: npm run new:feature <name>, with a name in kebab case such as severe-alerts.';
  const taken = [`src/${name}`, `test/e2e/${name}`].find((path) => existsSync(join(root, path)));
  return taken && `There is a folder ${taken} already.`;
}

function writeFiles(source, folder, rename) {
  mkdirSync(join(root, folder));
  for (const file of readdirSync(join(templates, source))) {
    const path = join(folder, rename(file).replace(/\.txt$/, ''));
    writeFileSync(join(root, path), rename(readFileSync(join(templates, source, file), 'utf8')));
    console.log(`CREATE ${path}`);
  }
}

function addToList(name, constant) {
  const path = join(root, LIST);
  const list = readFileSync(path, 'utf8')
    .replace(
      /^(?=import \{ FeatureSet \})/m,
      `import { ${constant} } from '../${name}/${name}.feature.js';\n`,
    )
    .replace(/^( {2}\| typeof \w+);$/m, `$1\n  | typeof ${constant};`)
    .replace(/^( {2}\w+_FEATURE,\n)(?=\];)/m, `$1  ${constant},\n`);
  writeFileSync(path, list);
  console.log(`UPDATE ${LIST}`);
}

const name = process.argv[2];
const reason = refusal(name);
if (reason) {
  console.error(reason);
  process.exit(1);
}
const rename = renamer(name);
writeFiles('src', `src/${name}`, rename);
writeFiles('test', `test/e2e/${name}`, rename);
addToList(name, rename('SAMPLE_FEATURE_FEATURE'));
console.log('Next: npm run openapi, and the texts of the feature.');
