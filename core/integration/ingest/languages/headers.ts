import { conceptOf, dictionary } from './dictionary.ts'
import { invisible, lettersOf } from './letters.ts'
import { tokensOf } from './tokens.ts'
import { partsOf, undotted, cutCapitals } from './word-parts.ts'

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

const dotted = /(?<!\.)(\p{L}{3,})\.(?!\p{L})/gu

/** The one letter of a table or a kind before a column of a database: `C_BPartner_ID`, `p_city`. */
const tableLetter = /^[A-Za-z]_(?=[A-Za-z]{3})/

/** The namespace of XML written as JSON: `cbc:IssueDate`. */
const namespace = /^@?[a-z]{2,4}:(?=[A-Z])/

/** What XML written as JSON calls the text of an element. */
const elementText = /^(?:#text|#cdata-section|#cdata|#value|_text|__text|\$t|\$|_)$/i

/** What people see of a column in OData: of a key its name, `_ownerid_value@OData.Community.Display.V1.FormattedValue`, else its text. */
const shownValue = /^(?:_(\w{1,60}?)(?:id)?_value|(\w{1,60}))@OData\.Community\.Display\.V1\.FormattedValue$/i

/** The table that a joined export names before a column: `OrderHed_OrderNum`, `InvcDtl_PartNum`. */
const joinedTable = /^[A-Za-z]{2,20}(?:Hed|Hdr|Head|Header|Dtl|Detail|Lines?)_(?=[A-Z])/

/** How a date is written, `Fecha dd/mm/yyyy`. */
export const dateFormat = /\b(?:dd|jj|tt|mm|yyyy|aaaa|jjjj)(?:[/.-](?:dd|jj|tt|mm|yyyy|aaaa|jjjj)){2}\b/i

const longest = 200

/** Removes what is invisible in a header: byte order mark, zero-width characters, surplus blanks. */
export function cleanHeader(header: string): string {
  return header.slice(0, longest).replaceAll('\0', '').replace(invisible, '').replace(/\s+/g, ' ').trim()
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
  const tokens = tokensOf(
    main
      .replace(shownValue, (_, key?: string, plain?: string) => (key === undefined ? `${plain}_formatted` : `${key}_name`))
      .replace(namespace, '')
      .replace(tableLetter, '')
      .replace(joinedTable, '')
      .replace(dotted, (_, word: string) => ` ${undotted(lettersOf(word))} `),
  )
  // A column of a database, all in capitals: its words are glued and shortened.
  const glued = /^[A-Z]{5,12}$/.test(main.trim()) ? cutCapitals(tokens[0] ?? '') : null
  const hints = brackets.flatMap((inner) => conceptsOf(tokensOf(inner)))
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
