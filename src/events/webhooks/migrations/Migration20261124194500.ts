import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the quick successes that endpoints still need, and marks events that were delivered before being sent again.
 */
export class Migration20261124194500 extends Migration {
  override up(): void {
    this.addSql(`alter table "webhooks" add "quick_ones_to_go" int not null default 1;`);
    this.addSql(`update "webhooks" set "quick_ones_to_go" = 0 where not "is_slow";`);
    this.addSql(`alter table "webhooks" drop column "is_slow";`);
    this.addSql(`alter table "webhook_deliveries" add "was_delivered" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table "webhooks" add "is_slow" boolean not null default false;`);
    this.addSql(`update "webhooks" set "is_slow" = "quick_ones_to_go" > 0;`);
    this.addSql(`alter table "webhooks" drop column "quick_ones_to_go";`);
    this.addSql(`alter table "webhook_deliveries" drop column "was_delivered";`);
  }
}
