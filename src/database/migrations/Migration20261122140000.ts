import { Migration } from '@mikro-orm/migrations';

/** Without the accounts that would then have the same address as another. */
export class Migration20261122140000 extends Migration {

  override name = 'Migration20261122140000';

  override up(): void | Promise<void> {
    this.addSql(`with composed as (
      select "id", normalize("email", NFC) as "email", normalize("email_key", NFC) as "email_key",
        count(*) over (partition by normalize("email_key", NFC)) as "times"
      from "accounts" where "email_key" ~ '[^ -~]'
    )
    update "accounts" set "email" = composed."email", "email_key" = composed."email_key"
    from composed
    where composed."id" = "accounts"."id" and composed."times" = 1
      and composed."email_key" <> "accounts"."email_key";`);
  }

  override down(): void | Promise<void> {
    // The old spellings are not known any more.
  }

}
