import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';

const isInstalled = spawnSync('soffice', ['--version']).status === 0;

if (!isInstalled) {
  const lacking = 'LibreOffice (libreoffice-calc-nogui)';
  if (process.env.CI === 'true') throw new Error(`${lacking} is needed to open CSV in a spreadsheet`);
  process.stderr.write(`Skipped: the CSV in a spreadsheet, which needs ${lacking}\n`);
}

/** Like `describe`, but skipped with a message if LibreOffice is missing. With CI=true that is an error. */
export const describeWithSpreadsheet = isInstalled ? describe : describe.skip;

export interface Cell {
  text: string;
  /** ODF's name of the type: `string`, `float`; undefined if the cell is empty. */
  type: string | undefined;
  isFormula: boolean;
}

/** LibreOffice's defaults for opening a file: separated by comma, semicolon or tab; double quotes; UTF-8. */
const READ_CSV = 'CSV:44/59/9,34,76';
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Returns the cells of a CSV as LibreOffice Calc reads them, row by row. Lines within a cell end with LF. */
export async function openInSpreadsheet(csv: string): Promise<Cell[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'weather-sheet-'));
  try {
    const file = join(directory, 'sheet.csv');
    writeFileSync(file, csv);
    const profile = `-env:UserInstallation=file://${join(directory, 'profile')}`;
    const convert = ['--headless', `--infilter=${READ_CSV}`, '--convert-to', 'fods', '--outdir', directory];
    await promisify(execFile)('soffice', [profile, ...convert, file]);
    return readSheet(readFileSync(join(directory, 'sheet.fods'), 'utf8'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readSheet(xml: string): Cell[][] {
  const rows = xml.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs);
  return [...rows].map(([, row]) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes, content]) => {
        const repeated = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
        return Array<Cell>(repeated).fill(readCell(attributes, content ?? ''));
      },
    ),
  );
}

function readCell(attributes: string, content: string): Cell {
  const lines = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line]) => readText(line));
  return {
    text: lines.join('\n'),
    type: /office:value-type="(\w+)"/.exec(attributes)?.[1],
    isFormula: attributes.includes('table:formula='),
  };
}

function readText(xml: string): string {
  return xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t')
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]);
}
