import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MirrorServer } from './mirror-server.js';

const RUN = new Date('2020-08-04T12:00:00Z');
const RESOLUTION = '0p25';
const STEM = 'gfs.20200804/12/atmos/gfs.t12z.pgrb2.0p25.f';
const END_MARK = 0x37373737;

/**
 * Starts a mirror of whole 1p00 runs up to 12 hours (steps 0, 3, 6, 9, 12), made from the shared run of
 * 2020-08-04T12: steps 3 and 9 are copies of 6 and 12 with changed step numbers.
 *
 * @param gfsRoot the shared folder with the bucket's layout
 * @param resolutionOf resolution in the file names of a run; see MirrorRun
 */
export async function startWholeRunMirror(
  gfsRoot: string,
  runs: Date[],
  resolutionOf: (run: Date) => string = () => '1p00',
): Promise<MirrorServer> {
  const root = mkdtempSync(join(tmpdir(), 'mirror-'));
  for (const [step, original] of [
    [0, 0],
    [3, 6],
    [6, 6],
    [9, 12],
    [12, 12],
  ]) {
    const [from, to] = [original, step].map((hours) => STEM + String(hours).padStart(3, '0'));
    const file = readFileSync(join(gfsRoot, from));
    const inventory = readFileSync(join(gfsRoot, `${from}.idx`), 'utf8');
    mkdirSync(dirname(join(root, to)), { recursive: true });
    writeFileSync(join(root, to), step === original ? file : earlierStep(file, original - step));
    writeFileSync(
      join(root, `${to}.idx`),
      inventory.replaceAll(new RegExp(`([:-])${original} hour `, 'g'), `$1${step} hour `),
    );
  }
  const mirror = await MirrorServer.start({
    root,
    redate: {
      from: { run: RUN, resolution: RESOLUTION },
      to: runs.map((run) => ({ run, resolution: resolutionOf(run) })),
    },
  });
  mirror.onClose = () => rmSync(root, { recursive: true });
  return mirror;
}

/**
 * Moves messages to an earlier step. Octets of section 4: the forecast time (19) of instants; the end (35) and the
 * length (50) of time spans (template 4.8).
 */
function earlierStep(file: Uint8Array, byHours: number): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  for (let message = 0; message < bytes.length; message += view.getUint32(message + 12)) {
    for (let s = message + 16; view.getUint32(s) !== END_MARK; s += view.getUint32(s)) {
      if (view.getUint8(s + 4) !== 4) continue;
      if (view.getUint16(s + 7) === 8) {
        view.setUint32(s + 49, view.getUint32(s + 49) - byHours);
        const end = new Date(
          Date.UTC(
            view.getUint16(s + 34),
            view.getUint8(s + 36) - 1,
            view.getUint8(s + 37),
            view.getUint8(s + 38) - byHours,
          ),
        );
        view.setUint8(s + 37, end.getUTCDate());
        view.setUint8(s + 38, end.getUTCHours());
      } else {
        view.setUint32(s + 18, view.getUint32(s + 18) - byHours);
      }
    }
  }
  return bytes;
}
