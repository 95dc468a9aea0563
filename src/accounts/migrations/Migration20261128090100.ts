import { Migration } from '@mikro-orm/migrations';
import { withAsciiDomain } from '../../core/network/index.js';

/** Compares the domains of email addresses in ASCII: `bücher.example` and `xn--bcher-kva.example` are one. */
export class Migration20261128090100 extends Migration {
  override async up(): Promise<void> {
    const accounts = await this.execute(
      'select id, email_key from accounts where octet_length(email_key) > length(email_key) order by id',
    );
    for (const { id, email_key } of accounts as unknown as { id: string; email_key: string }[]) {
      const key = withAsciiDomain(email_key);
      // Where another account has the same mailbox, this one keeps its key.
      await this.execute(
        'update accounts set email_key = ? where id = ? and not exists (select from accounts where email_key = ?)',
        [key, id, key],
      );
    }
  }
}
