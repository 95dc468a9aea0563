import { Migration } from '@mikro-orm/migrations';

/** Counts the rows of the request log by client, so that its bounds cost no scan. */
export class Migration20261128001200 extends Migration {
  override up(): void {
    this.addSql('create table usage.request_log_sizes (client_id text primary key, rows int not null)');
    this.addSql(
      'insert into usage.request_log_sizes select client_id, count(*) from usage.requests group by client_id',
    );
  }
}
