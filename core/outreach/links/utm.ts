import { scanHtml } from './scan.ts'
import { targetOf } from './target.ts'
import { escaped } from './unsubscribing.ts'

/** What is added to links, by the name of its parameter. */
export type UtmParameters = Readonly<Record<string, string>>

/** The two forms of a message. */
interface Parts {
  readonly html: string | null
  readonly text: string | null
}

// As far as blanks, and the marks that are put around addresses.
const ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»]+/gi
const STOPS = ".,;:!?'’)]}*_"
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * Adds parameters to the http(s) addresses of `a` and `area`, and to those in the text, in front of their fragment and only those that they
 * have not; the rest of an address, and all else, stays as it was written. Links with `data-track="no"`, the same addresses in the text, and
 * those to `except` stay as they are.
 */
export function addParameters({ html, text }: Parts, parameters: UtmParameters, except: string): Parts {
  const kept = new Set<string>()
  return {
    html: html === null ? null : inHtml(html, parameters, { except, kept }),
    text: text === null ? null : inText(text, parameters, { except, kept }),
  }
}

interface Exceptions {
  readonly except: string
  /** Addresses that the HTML wants as they are. */
  readonly kept: Set<string>
}

function inText(text: string, parameters: UtmParameters, { except, kept }: Exceptions): string {
  return text.replaceAll(ADDRESS, (found) => {
    const url = found.slice(0, endOf(found))
    if (url.startsWith(except) || kept.has(url) || targetOf(url) === undefined) return found
    return withParameters(url, parameters) + found.slice(url.length)
  })
}

// Where an address ends that is part of a sentence: a bracket that was opened in it is its own.
function endOf(found: string): number {
  let end = found.length
  const counts = new Map<string, number>()
  for (const sign of found) if ('()[]{}'.includes(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  for (; STOPS.includes(found[end - 1] ?? ' '); end -= 1) {
    const sign = found[end - 1] ?? ''
    const opening = OPENING[sign]
    if (opening === undefined) continue
    const closed = counts.get(sign) ?? 0
    if (closed <= (counts.get(opening) ?? 0)) break
    counts.set(sign, closed - 1)
  }
  return end
}

function inHtml(html: string, parameters: UtmParameters, { except, kept }: Exceptions): string {
  const parts: string[] = []
  let at = 0
  scanHtml(html, {
    opened({ name, attributes }) {
      const href = attributes.get('href')
      if ((name !== 'a' && name !== 'area') || !href) return
      if (attributes.get('data-track')?.value.trim().toLowerCase() === 'no') return void kept.add(href.value.trim())
      const url = targetOf(href.value)
      if (url === undefined || url === except) return
      parts.push(html.slice(at, href.start), escaped(withParameters(url, parameters)))
      at = href.end
    },
  })
  return [...parts, html.slice(at)].join('')
}

function withParameters(url: string, parameters: UtmParameters): string {
  const hash = url.indexOf('#')
  const [address, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const query = address.indexOf('?')
  const known = new URLSearchParams(query === -1 ? '' : address.slice(query + 1))
  const added = Object.entries(parameters)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  if (added.length === 0) return url
  const mark = query === -1 ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${mark}${added.join('&')}${fragment}`
}
