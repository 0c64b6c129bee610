/**
 * What a text is written for, which decides how values are escaped. In HTML, `link` is where an address begins: only one of the web, of mail
 * or of telephones stays. `link_part` is what comes later in it.
 */
export type Sink = 'plain' | 'html' | 'header' | 'json' | 'url' | 'slack' | 'link' | 'link_part'

const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// All that ends a line for any reader of headers, and NUL.
const lineEnd = /[\r\n\v\f\0\u0085\u2028\u2029]/

const oneLine = (text: string) => (lineEnd.test(text) ? text.replace(/[\r\n\v\f\0\u0085\u2028\u2029]+/g, ' ') : text)

const entities = withEntities(htmlEntities)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const addresses = /^(https?:\/\/|mailto:|tel:)/i

/** Escapes a value, or the fallback that stands for it. */
export const escapes: Readonly<Record<Sink, (text: string) => string>> = {
  plain: (text) => text,
  html: entities,
  header: oneLine,
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: encoded,
  slack: withEntities({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
  link: (text) => (addresses.test(text.trim()) ? entities(text.trim()) : ''),
  // The one character that ends an attribute and that an address may have.
  link_part: (text) => encoded(text).replaceAll("'", '%27'),
}

// All of these characters come before the letters. One pass is twice as fast as an expression with a function.
function withEntities(entities: Readonly<Record<string, string>>): (text: string) => string {
  const byCode = Array.from({ length: 64 }, (_, code) => entities[String.fromCharCode(code)])
  return (text) => {
    let escaped = ''
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      const entity = code < 64 ? byCode[code] : undefined
      if (entity === undefined) continue
      escaped += text.slice(from, at) + entity
      from = at + 1
    }
    return from === 0 ? text : escaped + text.slice(from)
  }
}

/** The author's own text, as it stands in a sink: as it is, but for a header, which is one line. */
export function literal(text: string, sink: Sink): string {
  return sink === 'header' ? oneLine(text) : text
}

/**
 * The text of a value: numbers without grouping, lists with commas, '' for blank text and nothing; undefined of what has no text,
 * such as an object.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return isBlank(value) ? '' : value
  if (typeof value === 'number') return numberText(value)
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return Array.isArray(value) ? listText(value) : undefined
}

// Most texts begin with a letter.
function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 32) || text.charCodeAt(0) > 127 ? text.trim() === '' : false
}

function listText(values: readonly unknown[]): string | undefined {
  const texts = values.map((each) => (Array.isArray(each) ? undefined : textOf(each)))
  const known = texts.filter(Boolean)
  return known.length === 0 && texts.includes(undefined) ? undefined : known.join(', ')
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = String(value)
  // Very large and very small ones have an exponent.
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
