import { join } from 'node:path';
import { forgetDamaged, putAside } from '../format/run-directory.js';

/** A directory that is named like a published run but cannot be read. */
export interface RunFault {
  directory: string;
  reason: string;
  /**
   * Whether it is not what was written. Otherwise it has another version or wrong permissions, and stays where it is.
   */
  isDamaged: boolean;
}

/** Reports stored runs that cannot be read, and sets damaged ones aside to make room for others. */
export class RunFaults {
  private readonly listeners: ((fault: RunFault) => void)[] = [];
  private readonly told = new Set<string>();
  private damaged = 0;
  private readonly listingListeners: ((failure: Error | undefined) => void)[] = [];
  private isListed = true;

  constructor(private readonly runsDirectory: string) {}

  /** Number of damaged runs found since the process started. */
  get damagedTotal(): number {
    return this.damaged;
  }

  /** Handles the runs of a folder below, and tells the same listeners. */
  within(folder: string): RunFaults {
    const faults = new RunFaults(join(this.runsDirectory, folder));
    faults.onFault((fault) => this.tell(fault));
    return faults;
  }

  /** Calls the listener once for each fault; for a damaged run, when it is out of service. */
  onFault(listener: (fault: RunFault) => void): void {
    this.listeners.push(listener);
  }

  /** Calls the listener when the runs cannot be listed, and with undefined when they can be listed again. */
  onListing(listener: (failure: Error | undefined) => void): void {
    this.listingListeners.push(listener);
  }

  /** @param failure undefined if the runs were listed */
  noteListing(failure: unknown): void {
    const isListed = failure === undefined;
    if (isListed === this.isListed) return;
    this.isListed = isListed;
    for (const listener of this.listingListeners) listener(failure as Error | undefined);
  }

  /** @returns whether the run is hidden from every process; false if the disk no longer accepts changes */
  putAside(directory: string, reason: string): boolean {
    let isAside = true;
    try {
      putAside(this.runsDirectory, directory);
    } catch {
      isAside = false;
    }
    this.tell({ directory, reason, isDamaged: true });
    return isAside;
  }

  /** Reports a run that stays where it is, once. */
  report(fault: RunFault): void {
    if (this.told.has(fault.directory)) return;
    this.told.add(fault.directory);
    this.tell(fault);
  }

  /** Deletes what is left of a damaged run that has been replaced. */
  forget(directory: string): void {
    try {
      forgetDamaged(this.runsDirectory, directory);
    } catch {
      // What is left is small, and deleting it is retried later.
    }
  }

  private tell(fault: RunFault): void {
    if (fault.isDamaged) this.damaged++;
    for (const listener of this.listeners) listener(fault);
  }
}
