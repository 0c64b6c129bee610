const invisible = /\u00AD|\u200B|\u200C|\u200D|\u2060|\uFEFF/g
const entity = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  euro: '€',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
  ntilde: 'ñ',
  rsquo: '’',
  lsquo: '‘',
}
const placeholders = new Set(['null', 'none', 'nil', 'undefined', '#n/a', 'nan', '-', '--', '(null)', '(none)', '\\n', 'string'])

const plainWords = /^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/

/** Collapses white space and removes invisible characters; NFC, so that two spellings of "Müller" are equal. */
export function cleanText(source: string): string {
  // Most values are short plain words; the test is cheaper than the replacements.
  if (plainWords.test(source)) return source
  return source.replace(invisible, '').replace(/\s+/g, ' ').trim().normalize('NFC')
}

/** Text with its lines kept: for descriptions. */
export function cleanLines(source: string): string {
  if (plainWords.test(source)) return source
  return source
    .replace(invisible, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
    .normalize('NFC')
}

/** Words that systems write for "nothing". */
export const isNothing = (source: string): boolean =>
  source.length <= 10 && maybeNothing.test(source) && placeholders.has(source.trim().toLowerCase())

const maybeNothing = /^(?:[\s#(\\nu-]|string$)/i

/** Text without tags and entities; for names and codes only, descriptions keep theirs. */
export function stripMarkup(source: string): string {
  if (!source.includes('<') && !source.includes('&')) return source
  return cleanText(source.replace(/<\/?[a-z][^<>]{0,500}>/gi, ' ').replace(entity, decode))
}

function decode(whole: string, name: string): string {
  if (name[0] !== '#') return entities[name.toLowerCase()] ?? whole
  const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
}

const suspicious = /[ÃÂ][\u0080-\u00BF\u0152-\u2122]|â€/
// The bytes from 0x80 to 0x9F; a dot stands for one that has no letter.
const windows1252 = new Map(
  [...'€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'].flatMap((char, at) => (char === '.' ? [] : [[char, 0x80 + at] as const])),
)
const decoder = new TextDecoder('utf-8', { fatal: true })

/** True for text that looks like UTF-8 read as Windows-1252 ("DÃ©pot"). */
export const looksBroken = (source: string): boolean => suspicious.test(source)

/** Undoes UTF-8 read as Windows-1252; null when the text is not that. */
export function repair(source: string): string | null {
  const bytes = new Uint8Array(source.length)
  for (let index = 0; index < source.length; index++) {
    const char = source[index] ?? ''
    const code = source.charCodeAt(index)
    const byte = code < 256 ? code : windows1252.get(char)
    if (byte === undefined) return null
    bytes[index] = byte
  }
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
