import { Migration } from '@mikro-orm/migrations';

/** Reports in an earlier layout are forgotten. Blocks are written again and again: what that leaves is used again soon. */
export class Migration20261129035000 extends Migration {
  override up(): void {
    this.addSql('truncate observation_blocks');
    this.addSql(`
      alter table observation_blocks
        set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02)`);
  }
}
