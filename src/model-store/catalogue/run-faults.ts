import { forgetDamaged, putAside } from '../format/run-directory.js';

/** A folder named like a published run that cannot be read. */
export interface RunFault {
  directory: string;
  reason: string;
  /** It is not what was written. Else it is of another version, or its rights are wrong, and it stays where it is. */
  isDamaged: boolean;
}

/** What a service does about stored runs that cannot be read: those that are damaged make room for others. */
export class RunFaults {
  private readonly listeners: ((fault: RunFault) => void)[] = [];
  private readonly told = new Set<string>();
  private damaged = 0;
  private readonly listingListeners: ((failure: Error | undefined) => void)[] = [];
  private isListed = true;

  constructor(private readonly runsDirectory: string) {}

  /** Damaged runs that were found since the process started. */
  get damagedTotal(): number {
    return this.damaged;
  }

  /** Told of each fault once; of a damaged run when it is out of service. */
  onFault(listener: (fault: RunFault) => void): void {
    this.listeners.push(listener);
  }

  /** Told when the folder of runs cannot be listed, and with undefined when it can be again. */
  onListing(listener: (failure: Error | undefined) => void): void {
    this.listingListeners.push(listener);
  }

  /** @param failure undefined where the folder was listed */
  noteListing(failure: unknown): void {
    const isListed = failure === undefined;
    if (isListed === this.isListed) return;
    this.isListed = isListed;
    for (const listener of this.listingListeners) listener(failure as Error | undefined);
  }

  /** @returns whether the run is out of sight of every process; false where the disk takes no changes any more */
  putAside(directory: string, reason: string): boolean {
    this.damaged++;
    let isAside = true;
    try {
      putAside(this.runsDirectory, directory);
    } catch {
      isAside = false;
    }
    this.tell({ directory, reason, isDamaged: true });
    return isAside;
  }

  /** Tells of a run that stays where it is. */
  report(fault: RunFault): void {
    if (this.told.has(fault.directory)) return;
    this.told.add(fault.directory);
    this.tell(fault);
  }

  /** A damaged run is there again. */
  forget(directory: string): void {
    try {
      forgetDamaged(this.runsDirectory, directory);
    } catch {
      // What is left of it is small, and is tried again.
    }
  }

  private tell(fault: RunFault): void {
    for (const listener of this.listeners) listener(fault);
  }
}
