import { TextType } from '@mikro-orm/postgresql';

/** A column with hashes of the `SecretHasherService`. While some are outdated, the previous key secret is needed. */
export class KeyedHash extends TextType {}
