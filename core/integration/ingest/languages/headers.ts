import { pieces } from './abbreviations.ts'
import { conceptOf, dictionary } from './dictionary.ts'

/** A header as it was sent and as it is understood. */
export interface Header {
  /** Words joined by a blank: folded, without punctuation; the exact key of pairs and overrides. */
  readonly text: string
  /** Concepts of the words, each once, in order. */
  readonly words: readonly string[]
  /** Concepts found in brackets and hints: `(%)`, `(net)`, `EUR`. */
  readonly hints: readonly string[]
  /** The order of day and month that the header itself states: `(yyyy-mm-dd)`. */
  readonly date: 'ymd' | 'dmy' | 'mdy' | null
}

const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g

const marks = /\p{M}+/gu

const dotted = /(?<!\.)(\p{L}{3,})\.(?!\p{L})/gu

/** The one letter of a table or a kind before a column of a database: `C_BPartner_ID`, `p_city`. */
const tableLetter = /^[A-Za-z]_(?=[A-Za-z]{3})/

/** "1er apellido", "2nd address": the number alone. */
const ordinal = /(?<![\p{L}\p{N}])(\d)(?:er|ere|eme|st|nd|rd|th|o|a)(?![\p{L}\p{N}])/gu

/** The namespace of XML written as JSON: `cbc:IssueDate`. */
const namespace = /^@?[a-z]{2,4}:(?=[A-Z])/

/** What XML written as JSON calls the text of an element. */
const elementText = /^(?:#text|#cdata-section|#cdata|#value|_text|__text|\$t|\$|_)$/i

/** The table that a joined export names before a column: `OrderHed_OrderNum`, `InvcDtl_PartNum`. */
const joinedTable = /^[A-Za-z]{2,20}(?:Hed|Hdr|Head|Header|Dtl|Detail|Lines?)_(?=[A-Z])/

/** How a date is written, `Fecha dd/mm/yyyy`. */
export const dateFormat = /\b(?:dd|jj|tt|mm|yyyy|aaaa|jjjj)(?:[/.-](?:dd|jj|tt|mm|yyyy|aaaa|jjjj)){2}\b/i

const longest = 200

/** Removes what is invisible in a header: byte order mark, zero-width characters, surplus blanks. */
export function cleanHeader(header: string): string {
  return header.slice(0, longest).replaceAll('\0', '').replace(invisible, '').replace(/\s+/g, ' ').trim()
}

/** Letters without marks and case, so that `Échéance` and `echeance` are one. */
export function fold(text: string): string {
  return text.replaceAll('\0', '').replace(invisible, '').normalize('NFKD').replace(marks, '').replace(/ß/g, 'ss').toLowerCase()
}

const cache = new Map<string, Header>()

const cacheSize = 20_000

/** Reads a header or key of any of the languages, in any of the usual spellings (camelCase, snake_case, titles, compounds). */
export function readHeader(source: string): Header {
  // No column has a page of text for a title: such keys are not cached.
  if (source.length > longest) return parse(cleanHeader(source))
  const known = cache.get(source)
  if (known) return known
  const header = parse(cleanHeader(source))
  if (cache.size >= cacheSize) cache.clear()
  cache.set(source, header)
  return header
}

function parse(source: string): Header {
  const brackets: string[] = []
  const bare = source.replace(/[([{]([^)\]}]{0,60})[)\]}]/g, (_, inner: string) => {
    brackets.push(inner)
    return ' '
  })
  const bracketed = bare.replace(dateFormat, (format) => {
    brackets.push(format)
    return ' '
  })
  // A title that is nothing but a bracket is its own text.
  const main = elementText.test(source) ? 'value' : bracketed.trim() === '' ? source : bracketed
  const tokens = split(
    main
      .replace(namespace, '')
      .replace(tableLetter, '')
      .replace(joinedTable, '')
      .replace(dotted, (_, word: string) => ` ${undotted(fold(word))} `),
  )
  // A column of a database, all in capitals: its words are glued and shortened.
  const glued = /^[A-Z]{5,12}$/.test(main.trim()) ? cutCapitals(tokens[0] ?? '') : null
  const hints = brackets.flatMap((inner) => conceptsOf(split(inner)))
  if (main.includes('%')) hints.push('percent')
  // A question asks for yes or no: "In stock?" holds no quantity.
  const asked = /\p{L}\s?\?$/u.test(main.trim()) ? ['flag'] : []
  return {
    text: tokens.join(' '),
    words: [...new Set([...(glued ? joinPhrases(glued) : conceptsOf(tokens)), ...asked])],
    hints,
    date: dateHint(brackets.join(' ')),
  }
}

function split(text: string): string[] {
  const spaced = text
    // "N.I.F." is a word, not three.
    .replace(/(?<!\p{L})(?:\p{L}\.){2,6}(?!\p{L}{2})/gu, (dotted) => dotted.replaceAll('.', ''))
    .replace(/\bn[°º]/gi, ' number ')
    // "du" is an article, and "dû" what is owed.
    .replace(/(?<!\p{L})d[ûÛ](?!\p{L})/gu, ' unpaid ')
    .replace(/[#№]/g, ' number ')
    // "s/IVA" and "c/IVA" are without and with it.
    .replace(/\bs\/ ?(?=iva\b|igic\b)/gi, 'sin ')
    .replace(/\bc\/ ?(?=iva\b|igic\b)/gi, 'con ')
    // The number of a "nota fiscal": `nNF`.
    .replace(/(?<!\p{L})n(?=NF(?:S?e)?(?!\p{L}))/gu, 'numero ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return fold(spaced)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(ordinal, '$1')
    .trim()
    .split(' ')
    .filter((token) => token !== '')
}

function conceptsOf(tokens: readonly string[]): string[] {
  const concepts: string[] = []
  tokens.forEach((token, index) => {
    // "du" is an article in the middle of a title and "unpaid" at its end.
    if (dictionary.stop.has(token) && (index < tokens.length - 1 || !dictionary.words.has(token))) return
    // Which of several texts it is, or in which language: `Bez_S3`.
    if (index > 0 && index === tokens.length - 1 && /^[a-z]\d$/.test(token)) return
    for (const part of partsOf(token)) if (part !== 'per') concepts.push(conceptOf(part))
  })
  // A phrase may hold one: "exkl. MwSt" has the tax in it.
  return joinPhrases(joinPhrases(concepts))
}

/** A word as it stands, or cut into known words: `Rechnungsdatum`, `codcliente`, `address2`. */
function partsOf(token: string): readonly string[] {
  if (dictionary.words.has(token) || /^\d+$/.test(token)) return [token]
  const digits = /^(\p{L}+)(\d{1,2})$/u.exec(token)
  if (digits?.[1] && digits[2]) return [...partsOf(digits[1]), digits[2]]
  return cut(token) ?? singular(token) ?? abbreviated(token) ?? similar(token) ?? [token]
}

/** The word that a dot says is cut off: `Lagerbest.`, `Adr.` */
function undotted(word: string): string {
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
function cutCapitals(token: string): string[] | null {
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

/** Marks letters of a table, which are not words. */
export const tableMark = '~'

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

function joinPhrases(concepts: readonly string[]): string[] {
  const joined: string[] = []
  for (let index = 0; index < concepts.length;) {
    let taken = 0
    for (let length = Math.min(4, concepts.length - index); length > 0 && !taken; length--) {
      const phrase = dictionary.phrases.get(concepts.slice(index, index + length).join(' '))
      if (phrase) {
        joined.push(...phrase)
        taken = length
      }
    }
    if (!taken) joined.push(concepts[index] ?? '')
    index += taken || 1
  }
  return joined
}

function dateHint(text: string): Header['date'] {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(?:yyyy|aaaa|jjjj)(?:mm)(?:dd|jj|tt)/.test(letters)) return 'ymd'
  if (/^(?:dd|jj|tt)mm(?:yy|aa|jj)/.test(letters)) return 'dmy'
  return /^mmdd(?:yy)/.test(letters) ? 'mdy' : null
}
