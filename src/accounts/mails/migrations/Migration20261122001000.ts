import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001000 extends Migration {
  override up(): void {
    this.addSql(`
      create table mails (
        id text not null, kind text not null, recipient text not null, account_id text, data jsonb not null,
        state text not null, attempts int not null, next_attempt_at timestamptz(3) not null,
        created_at timestamptz(3) not null, ended_at timestamptz(3), error text,
        primary key (id)
      )`);
    this.addSql(`create index mails_state_next_attempt_at_index on mails (state, next_attempt_at)`);
    this.addSql(`create index mails_account_id_id_index on mails (account_id, id)`);
  }
}
