import { pieces } from './abbreviations.ts'
import { conceptOf, dictionary } from './dictionary.ts'

/** Marks letters of a table, which are not words. */
export const tableMark = '~'

/** A word as it stands, or cut into known words: `Rechnungsdatum`, `codcliente`, `address2`. */
export function partsOf(token: string): readonly string[] {
  if (dictionary.words.has(token) || /^\d+$/.test(token)) return [token]
  const digits = /^(\p{L}+)(\d{1,2})$/u.exec(token)
  if (digits?.[1] && digits[2]) return [...partsOf(digits[1]), digits[2]]
  // Databases put the letter of a document behind the word: `datef`, `datep`.
  const dated = /^date([a-z])$/.exec(token)
  if (dated?.[1]) return [`${tableMark}${dated[1]}`, 'date']
  return cut(token) ?? singular(token) ?? abbreviated(token) ?? similar(token) ?? [token]
}

/** The word that a dot says is cut off: `Lagerbest.`, `Adr.` */
export function undotted(word: string): string {
  if (dictionary.words.has(word) || dictionary.stop.has(word)) return word
  const whole = dictionary.shortened.wholeOf(word)
  if (whole !== undefined) return whole
  // "Nettobetr." is two words of which the second is cut.
  for (let at = word.length - 4; at >= 3; at--) {
    const rest = joinable(word.slice(0, at)) ? dictionary.shortened.wholeOf(word.slice(at)) : undefined
    if (rest !== undefined) return `${word.slice(0, at)} ${rest}`
  }
  return word
}

/** A known word with the s of a plural or of whose something is: `Käufers`. */
function singular(token: string): string[] | null {
  return token.length >= 5 && token.endsWith('s') && dictionary.words.has(token.slice(0, -1)) ? [token.slice(0, -1)] : null
}

function abbreviated(token: string): string[] | null {
  const word = token.length >= 3 ? dictionary.shortened.wordOf(token) : undefined
  return word === undefined ? null : [word]
}

/**
 * Concepts of a name such as `CUSTNMBR`, `TOTIVA` or `SOHNUM`: known words, pieces and words without their vowels. Unknown letters in
 * front are marked as those of a table; null when the end means nothing.
 */
export function cutCapitals(token: string): string[] | null {
  if (dictionary.words.has(token) || dictionary.phrases.has(token)) return null
  const best: (string[] | undefined)[] = []
  best[token.length] = []
  for (let start = token.length - 2; start >= 0; start--)
    for (let end = token.length; end >= start + 2; end--) {
      const after = best[end]
      const concept = after && pieceOf(token.slice(start, end), end === token.length)
      if (after && concept !== undefined && after.length + 1 < (best[start]?.length ?? Infinity)) best[start] = [concept, ...after]
    }
  if (best[0]) return best[0]
  for (const length of [1, 2, 3, 4]) if (best[length]?.length) return [`${tableMark}${token.slice(0, length)}`, ...best[length]]
  return null
}

function pieceOf(piece: string, last: boolean): string | undefined {
  if (joinable(piece)) return conceptOf(piece)
  const known = pieces.get(piece)
  if (known !== undefined) return known
  if (piece.length < 4) return undefined
  const word = dictionary.shortened.wordOf(piece) ?? (last && piece.length >= 5 ? dictionary.shortened.wholeOf(piece) : undefined)
  return word === undefined ? undefined : conceptOf(word)
}

/** Fewest known words that make up the token, with the linking letters of German compounds; null when there is none. */
function cut(token: string): string[] | null {
  if (token.length < 5 || token.length > 40) return null
  const best: (string[] | undefined)[] = [[]]
  for (let end = 2; end <= token.length; end++) {
    for (let start = Math.max(0, end - dictionary.longestWord); start <= end - 2; start++) {
      const before = best[start]
      if (!before) continue
      const piece = token.slice(start, end)
      if (!joinable(piece)) continue
      if (!best[end] || before.length + 1 < (best[end]?.length ?? 0)) best[end] = [...before, piece]
    }
    const linked = token[end - 1]
    const compound = best[end - 1]
    if (!best[end] && linked === 's' && compound?.length && end < token.length) best[end] = compound
  }
  return best[token.length] ?? null
}

/** A known word that differs by one letter: `Adress`, `Telefone`; long words only, short ones have too many neighbors,
 * and none of the parts of a person's name, where one letter makes the other part. */
function similar(token: string): string[] | null {
  if (token.length < 6 || token.length > 30) return null
  const neighbors = dictionary.long.get(token[0] ?? '') ?? []
  const found = neighbors.find((word) => Math.abs(word.length - token.length) <= 1 && oneEdit(word, token))
  return found === undefined ? null : [found]
}

function oneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.length === long.length ? short.slice(at + 1) === long.slice(at + 1) : short.slice(at) === long.slice(at + 1)
}

const joinable = (piece: string) => (piece.length >= 3 || shortPieces.has(piece)) && (dictionary.words.has(piece) || piece === 'per')

const shortPieces = new Set(['id', 'to', 'no', 'nr', 'tx', 'ht', 'cp', 'ek', 'vk'])
