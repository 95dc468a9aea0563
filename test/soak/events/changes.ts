import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from '../api-user.js';
import type { Happenings } from './happenings.js';

const PAUSE_MS = 500;
/** Raised by every run that covers the current hour. */
const ANY_TEMPERATURE = {
  lat: 50.2,
  lon: 15.3,
  comparison: 'below',
  value: 1_000,
  lead_hours: { from: 0, to: 1 },
};
const NO_TEMPERATURE = { ...ANY_TEMPERATURE, comparison: 'above' };

/** Raised alerts, whose outcome the soak can predict. */
export const RAISED = 'forecast.alert raised';

export interface ChangeParts {
  user: ApiUser;
  /** The client that owns the alerts. */
  clientId: string;
  happenings: Happenings;
  signal: AbortSignal;
}

/** Changes clients, keys and alerts one after the other. A round that fails starts over. */
export class Changes {
  /** Completed rounds, and those ended by an unexpected response. */
  done = 0;
  failed = 0;

  constructor(private readonly parts: ChangeParts) {}

  async run(): Promise<void> {
    while (!this.parts.signal.aborted) {
      await this.changeAll().then(
        () => (this.done += 1),
        () => (this.failed += 1),
      );
      await this.pause();
    }
  }

  private async changeAll(): Promise<void> {
    const { user } = this.parts;
    const clientId = await user.createClient();
    await this.pause();
    await user.renameClient(clientId, 'Another name');
    await this.pause();
    const { id } = await user.createKey(clientId);
    await this.createAlert();
    await this.pause();
    await user.revokeKey(clientId, id);
    await this.pause();
    await user.rotateSecret(clientId);
    const silentId = await this.createSilentAlert();
    await this.pause();
    await user.deleteAlert(silentId);
    await user.deleteClient(clientId);
  }

  private async createAlert(): Promise<void> {
    const { user, clientId, happenings } = this.parts;
    try {
      happenings.note(RAISED, await user.createAlert(clientId, ANY_TEMPERATURE));
    } catch (error) {
      happenings.noteMaybe(RAISED);
      throw error;
    }
  }

  /** Creates an alert that no run raises. */
  private createSilentAlert(): Promise<string> {
    const { user, clientId } = this.parts;
    return user.createAlert(clientId, NO_TEMPERATURE);
  }

  private async pause(): Promise<void> {
    await sleep(PAUSE_MS, undefined, { signal: this.parts.signal }).catch(() => undefined);
  }
}
