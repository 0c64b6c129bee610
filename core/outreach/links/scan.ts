import { Tokenizer } from 'htmlparser2'

/** An attribute of a tag: its value with entities decoded, and where the value stands in the text. */
export interface ScannedAttribute {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** An opening tag; of attributes with the same name only the first one is there, as browsers read it. */
export interface ScannedTag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, ScannedAttribute>
  /** Behind its `>`. */
  readonly end: number
}

/** What one reads of HTML while it is scanned; positions are those of the text. */
export interface Scanning {
  opened(tag: ScannedTag): void
  /** `start` is the `<`. */
  closed?(name: string, start: number, end: number): void
  /** A doctype; `end` is behind it. */
  declared?(end: number): void
}

const BLANK = /[\t\n\f\r ]/
const ignore = () => undefined
// By the numbers that the tokenizer has for them: no value, no quotes, single ones, double ones.
const QUOTES = ['', '', "'", '"']

/** Reads HTML once from front to end, in time that grows with its length; comments, scripts and styles hold no tags. */
export function scanHtml(html: string, { opened, closed, declared }: Scanning): void {
  let name = ''
  let attributes = new Map<string, ScannedAttribute>()
  let attribute = { name: '', start: 0 }
  let value = ''
  const tagEnds = (index: number) => {
    if (name !== '') opened({ name, attributes, end: index + 1 })
    name = ''
  }
  const tokenizer = new Tokenizer(
    // Texts and values are skipped as a whole; what has entities is decoded when it has ended.
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attribute = { name: html.slice(start, end).toLowerCase(), start: end }
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribentity: ignore,
      onattribend(quote, end) {
        if (attributes.has(attribute.name)) return
        const isQuoted = quote > 1
        const start = quote === 0 ? end : valueStart(html, attribute.start)
        const known = value.includes('&') ? decoded(value, QUOTES[quote] ?? '') : value
        attributes.set(attribute.name, { name: attribute.name, value: known, start, end: isQuoted ? end - 1 : end })
      },
      onopentagend: tagEnds,
      onselfclosingtag: tagEnds,
      onclosetag: (start, end) => closed?.(html.slice(start, end).trim().toLowerCase(), start - 2, end + 1),
      ondeclaration: (_start, end) => declared?.(end + 1),
      oncdata: ignore,
      oncomment: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

// Messages to many have the same values.
const MOST_KNOWN = 2_000
const MOST_KEPT_CHARACTERS = 500
const known = new Map<string, string>()
let [pieces, tag] = ['', '']
const attributeReader = new Tokenizer(
  { decodeEntities: true },
  {
    onattribdata: (start, end) => (pieces += tag.slice(start, end)),
    onattribentity: (codepoint) => (pieces += String.fromCodePoint(codepoint)),
    onattribend: ignore,
    onattribname: ignore,
    oncdata: ignore,
    onclosetag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onopentagend: ignore,
    onopentagname: ignore,
    onprocessinginstruction: ignore,
    onselfclosingtag: ignore,
    ontext: ignore,
    ontextentity: ignore,
  },
)

// The value of an attribute as the tokenizer decodes it where it decodes everything.
function decoded(raw: string, quote: string): string {
  const text = known.get(raw)
  if (text !== undefined) return text
  const value = read(raw, quote)
  if (known.size >= MOST_KNOWN) known.clear()
  if (raw.length <= MOST_KEPT_CHARACTERS) known.set(raw, value)
  return value
}

function read(raw: string, quote: string): string {
  ;[pieces, tag] = ['', `<a b=${quote}${raw}${quote}>`]
  attributeReader.reset()
  attributeReader.write(tag)
  return pieces
}

// Behind the name stand blanks, the sign, blanks and perhaps a quote; the tokenizer does not tell where the value begins.
function valueStart(html: string, from: number): number {
  let at = from
  const skip = () => {
    while (BLANK.test(html[at] ?? '')) at += 1
  }
  skip()
  at += 1
  skip()
  return html[at] === '"' || html[at] === "'" ? at + 1 : at
}
