/** What nobody sees: marks of direction, byte order marks, blanks without width. */
export const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g

const marks = /\p{M}+/gu

/** Letters without marks and case, so that `Échéance` and `echeance` are one. */
export function fold(text: string): string {
  return text.replaceAll('\0', '').replace(invisible, '').normalize('NFKD').replace(marks, '').replace(/ß/g, 'ss').toLowerCase()
}

/** Letters that are no others with a mark, as they are written where they cannot be: `płatność`, `beløb`. */
const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd' }

/** Such letters too are written without what is beside them. */
export const lettersOf = (text: string): string => fold(text).replace(/[łøæœđ]/g, (letter) => plain[letter] ?? letter)
