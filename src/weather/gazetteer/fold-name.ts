/** Letters that Unicode does not decompose into a base and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Returns the usual spelling of a folded name: each word begins with a capital letter. */
export function capitalized(folded: string): string {
  return folded.replace(/(^| )\p{Ll}/gu, (beginning) => beginning.toUpperCase());
}

/** Folds a name for comparison: lower case, without diacritics and punctuation, words separated by single spaces. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter])
    .replace(/[’'ʻʼ`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
