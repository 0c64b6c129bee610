import { scanHtml } from './scan.ts'
import { targetOf } from './target.ts'
import { escaped } from './unsubscribing.ts'

/** What is added to links, by the name of its parameter. */
export type UtmParameters = Readonly<Record<string, string>>

/**
 * Adds parameters to the http(s) addresses of `a` and `area`, in front of their fragment and only those that they have not; the rest of an
 * address, and all else, stays as it was written. Links with
 * `data-track="no"` and those to `except` stay as they are.
 */
export function addParameters(html: string, parameters: UtmParameters, except: string): string {
  const parts: string[] = []
  let at = 0
  scanHtml(html, {
    opened({ name, attributes }) {
      const href = attributes.get('href')
      if ((name !== 'a' && name !== 'area') || !href) return
      if (attributes.get('data-track')?.value.trim().toLowerCase() === 'no') return
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
