import { domainToASCII } from 'node:url';
import { Migration } from '@mikro-orm/migrations';

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

/** As of this migration, whatever becomes of the service's own: the address with its domain in ASCII, if it has such a form. */
function withAsciiDomain(email: string): string {
  const domain = email.lastIndexOf('@') + 1;
  const ascii = domainToASCII(email.slice(domain));
  return ascii === '' ? email : email.slice(0, domain) + ascii;
}
