import { TextType } from '@mikro-orm/postgresql';

/** A column with texts of the `SecretSealerService`: the start of a service seals them anew where the key secret was replaced. */
export class SealedText extends TextType {}
