import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Journal } from './journal.js';

const CHECK_EVERY_MS = 1_000;
/** So many checks in a row must have failed, or passed, before the verdict changes: a disk at its limit would toggle it. */
const FAILED_CHECKS = 3;
const PASSED_CHECKS = 10;
/** A disk that works need not be woken up for each check. */
const IDLE_CHECKS = 10;

/** Whether the journal can be written, judged by what is written and, where nothing is, by probes. */
@Injectable()
export class JournalHealthService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(JournalHealthService.name);
  private timer: NodeJS.Timeout | undefined;
  private seen = { written: 0, failed: 0 };
  private idleChecks = 0;
  /** Checks in a row that contradict the verdict. */
  private contrary = 0;
  private verdict = true;

  constructor(private readonly journal: Journal) {}

  /** False once writing has failed for some seconds, true again once it has worked for longer. */
  get isWritable(): boolean {
    return this.verdict;
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** To be called once a second. */
  async check(): Promise<void> {
    const works = await this.works();
    if (works === undefined) return;
    this.contrary = works === this.verdict ? 0 : this.contrary + 1;
    if (this.contrary < (this.verdict ? FAILED_CHECKS : PASSED_CHECKS)) return;
    this.contrary = 0;
    this.verdict = works;
    this.logger.log(`The usage journal ${works ? 'can be written again' : 'has failed for some seconds'}`);
  }

  /** How it went since the last check; undefined where nobody tried. */
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

  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.check().finally(() => {
        if (this.timer) this.schedule();
      });
    }, CHECK_EVERY_MS).unref();
  }
}
