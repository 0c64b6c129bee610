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
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const ASCII = /^\p{ASCII}*$/u
