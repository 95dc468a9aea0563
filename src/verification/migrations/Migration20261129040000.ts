import { Migration } from '@mikro-orm/migrations';

const REWRITTEN = ['verification_forecasts', 'verification_sums', 'verification_biases'];

/** What was stored in an earlier layout is forgotten. Models' forecasts for days that are still verified are kept again. */
export class Migration20261129040000 extends Migration {
  override up(): void {
    this.addSql(`truncate verification_runs, verification_days, ${REWRITTEN.join()}`);
    this.addSql('alter table verification_sums alter column area drop not null, add column hours bytea');
    // What is replaced leaves space, which is used again as soon as it is known.
    for (const table of REWRITTEN)
      this.addSql(`
        alter table ${table}
          set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02)`);
  }
}
