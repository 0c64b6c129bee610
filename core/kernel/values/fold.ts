/** Text as names are compared: without accents, case, punctuation and double spaces. */
export function fold(text: string): string {
  // Most texts of a batch are ASCII, where the same rules cost a fraction.
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, ' ')
      .trim()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(UNDIVIDED, (letter) => undivided[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters whose stroke or second half no normal form takes apart, as people write them who do not have them. */
export const undivided: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
}
const UNDIVIDED = new RegExp(`[${Object.keys(undivided).join('')}]`, 'g')

const ASCII = /^\p{ASCII}*$/u
