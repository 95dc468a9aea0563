import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../../core/background/index.js';
import { within } from '../../../core/time/index.js';
import { Journal } from './journal.js';

/** Consecutive failures, or passes, that change the verdict. A nearly full disk would toggle it otherwise. */
const FAILED_CHECKS = 3;
const PASSED_CHECKS = 10;
/** Checks per probe while nothing is written, so that a healthy disk is not woken up for each check. */
const IDLE_CHECKS = 10;
/** How long stopping waits for a probe, which a disk can hold up. */
const STOP_MS = 500;

/** Monitors whether the journal can be written, by the outcome of writes or, without any, of probes. */
@Injectable()
export class JournalHealthService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  private seen = { written: 0, failed: 0 };
  private idleChecks = 0;
  /** Consecutive checks that contradict the verdict. */
  private contrary = 0;
  private verdict = true;

  constructor(private readonly journal: Journal) {
    super();
  }

  /** False once writing has failed for some seconds, true again once it has worked for longer. */
  get isWritable(): boolean {
    return this.verdict;
  }

  override async onModuleDestroy(): Promise<void> {
    await within(STOP_MS, super.onModuleDestroy(), { otherwise: () => undefined });
  }

  async work(): Promise<void> {
    const works = await this.works();
    if (works === undefined) return;
    this.contrary = works === this.verdict ? 0 : this.contrary + 1;
    if (this.contrary < (this.verdict ? FAILED_CHECKS : PASSED_CHECKS)) return;
    this.contrary = 0;
    this.verdict = works;
    this.logger.log(`The usage journal ${works ? 'can be written again' : 'has failed for some seconds'}`);
  }

  /** Returns whether writing has worked since the last check; undefined if nothing was written. */
  private async works(): Promise<boolean | undefined> {
    const { written, failed } = this.seen;
    const isIdle = this.journal.written === written && this.journal.failed === failed;
    this.idleChecks = isIdle ? this.idleChecks + 1 : 0;
    const isInDoubt = !this.verdict || this.contrary > 0;
    if (isIdle && (isInDoubt || this.idleChecks % IDLE_CHECKS === 0)) await this.journal.probe();
    this.seen = { written: this.journal.written, failed: this.journal.failed };
    if (this.seen.failed > failed) return false;
    return this.seen.written > written ? true : undefined;
  }
}
