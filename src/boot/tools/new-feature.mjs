// npm run new:feature <name>: creates a small feature with a route, a scope, a problem and an e2e test from the
// templates in new-feature/, where the feature is named "sample-feature" and what its API declares "sample-subject".
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const templates = `${import.meta.dirname}/new-feature`;
process.chdir(`${import.meta.dirname}/../../..`);

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function spellings(name) {
  const words = name.split('-');
  const pascal = words.map(capital).join('');
  const snake = words.join('_');
  return [name, pascal, snake, snake.toUpperCase(), capital(words.join(' ')), words.join(' ')];
}

function renamer(sample, name) {
  const samples = spellings(sample);
  const names = spellings(name);
  return (text) => samples.reduce((result, spelling, i) => result.replaceAll(spelling, names[i]), text);
}

/** Returns the name, or a similar one that is free if the API already uses it. */
function freeSubject(name) {
  const { paths, tags, components } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
  const { ScopeName, ProblemCode, ...schemas } = components.schemas;
  const isTaken = (subject) => {
    const [kebab, pascal, snake, , title] = spellings(subject);
    return (
      Object.keys(paths).some((path) => path.split('/')[2] === kebab) ||
      tags.some((tag) => tag.name === title) ||
      Object.hasOwn(schemas, pascal) ||
      ScopeName.enum.includes(`${kebab}:read`) ||
      ProblemCode.enum.includes(`${snake}_not_found`)
    );
  };
  let subject = name;
  while (isTaken(subject)) subject = `custom-${subject}`;
  return subject;
}

function refusal(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    return 'Usage: npm run new:feature <name>, with a name in kebab case such as severe-alerts.';
  const taken = [`src/${name}`, `test/e2e/${name}`].find((path) => existsSync(path));
  return taken && `There is a folder ${taken} already.`;
}

function create(source, folder, rename) {
  mkdirSync(folder);
  for (const file of readdirSync(`${templates}/${source}`)) {
    const path = `${folder}/${rename(file).replace(/\.txt$/, '')}`;
    writeFileSync(path, rename(readFileSync(`${templates}/${source}/${file}`, 'utf8')));
    console.log(`CREATE ${path}`);
  }
}

function update(path, ...changes) {
  const change = (text, [place, addition]) => text.replace(place, addition);
  writeFileSync(path, changes.reduce(change, readFileSync(path, 'utf8')));
  console.log(`UPDATE ${path}`);
}

const name = process.argv[2];
const reason = refusal(name);
if (reason) {
  console.error(reason);
  process.exit(1);
}
const subject = freeSubject(name);
const renameFeature = renamer('sample-feature', name);
const renameSubject = renamer('sample-subject', subject);
const rename = (text) => renameSubject(renameFeature(text));
create('src', `src/${name}`, rename);
create('test', `test/e2e/${name}`, rename);
const constant = rename('SAMPLE_FEATURE_FEATURE');
update(
  'src/boot/features/features.ts',
  [/^$/m, `import { ${constant} } from '../../${name}/index.js';\n`],
  [/^( {2}\| typeof \w+);$/m, `$1\n  | typeof ${constant};`],
  [/^( {2}\w+_FEATURE,\n)(?=\];)/m, `$1  ${constant},\n`],
);
// High up in the list of rooms, from where it can use nearly all others.
update('.dependency-cruiser.mjs', [/^ {2}'dashboard',\n/m, `$&  '${name}',\n`]);
if (subject !== name)
  console.log(`The API has ${name} already: what the feature declares is named ${subject}.`);
console.log('Next: npm run openapi, and the texts of the feature.');
