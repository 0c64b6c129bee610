const MOST_CHARACTERS = 8_000
const PLAIN = /^[\x21-\x7e]+$/

// Messages to many have the same links.
const MOST_KNOWN = 2_000
const MOST_KEPT_CHARACTERS = 500
const known = new Map<string, string | undefined>()

/**
 * Where a link goes, as it is stored and sent in a redirect: as it was written, or in its ASCII form where it has other characters;
 * undefined where it is no http(s) address.
 */
export function targetOf(href: string): string | undefined {
  if (href.length > MOST_KEPT_CHARACTERS) return read(href)
  if (known.has(href)) return known.get(href)
  const target = read(href)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(href, target)
  return target
}

function read(href: string): string | undefined {
  const text = trimmed(href)
  if (text.length > MOST_CHARACTERS || !/^https?:\/\//i.test(text)) return undefined
  const url = URL.parse(text)
  if (!url || url.hostname === '') return undefined
  const target = PLAIN.test(text) && !text.includes('\\') ? text : url.href
  return target.length > MOST_CHARACTERS ? undefined : target
}

// As browsers do: control characters and blanks at both ends are no part of an address.
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && text.charCodeAt(from) <= 32) from += 1
  while (to > from && text.charCodeAt(to - 1) <= 32) to -= 1
  return text.slice(from, to)
}
