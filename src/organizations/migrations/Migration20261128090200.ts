import { domainToASCII } from 'node:url';
import { Migration } from '@mikro-orm/migrations';

/** As of accounts: compares the domains of invited addresses in ASCII. */
export class Migration20261128090200 extends Migration {
  override async up(): Promise<void> {
    const invitations = await this.execute(
      'select id, email_key from organization_invitations where octet_length(email_key) > length(email_key) order by id desc',
    );
    for (const { id, email_key } of invitations as unknown as { id: string; email_key: string }[]) {
      const key = withAsciiDomain(email_key);
      // Of several invitations of one mailbox, the newest one counts. The others expire within a week.
      await this.execute(
        `update organization_invitations as one set email_key = ? where id = ? and not exists (
          select from organization_invitations as other
          where other.organization_id = one.organization_id and other.email_key = ?)`,
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
