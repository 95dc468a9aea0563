import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Files that the service reads at run time and the compiler leaves out. */
const ASSETS = ['docs/guides', 'forecast/climatology/figures.i16.br', 'forecast/places/places.bin.br'];

/** Copies them next to the compiled modules. */
export function copyAssets(root, folder) {
  for (const path of ASSETS) cpSync(join(root, 'src', path), join(folder, path), { recursive: true });
}
