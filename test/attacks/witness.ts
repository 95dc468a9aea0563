import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AttackedService } from './attacked-service.js';
import type { Witnessed } from './witness.program.js';

const UNLIMITED = { second: null, minute: null, hour: null, day: null };

/** Another caller's requests during the attack, sent from a separate process. */
export class Witness {
  private constructor(private readonly child: ChildProcess) {}

  static async start({ port, user }: AttackedService): Promise<Witness> {
    const { key } = await user.createKey(await user.createClient(UNLIMITED));
    return new Witness(fork(join(import.meta.dirname, 'witness.program.ts'), [String(port), key]));
  }

  async end(): Promise<Witnessed> {
    this.child.send('end');
    const [witnessed] = (await once(this.child, 'message')) as [Witnessed];
    return witnessed;
  }
}
