/**
 * The header lines by which mail programs offer to unsubscribe (RFC 2369, RFC 8058): by an address of the web, by a message, or by either;
 * each must be sent on one line, unfolded.
 */
export function unsubscribeHeaders(url: string | undefined, mailto?: string): readonly (readonly [name: string, value: string])[] {
  const ways = [...(url === undefined ? [] : [`<${url}>`]), ...(mailto === undefined ? [] : [`<mailto:${mailto}>`])]
  if (ways.length === 0) return []
  return [
    ['List-Unsubscribe', ways.join(', ')],
    ...(url === undefined ? [] : [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'] as const]),
  ]
}

/** What a message says that people send to unsubscribe, before the token of the message that they got. */
const UNSUBSCRIBE_SUBJECT = 'unsubscribe'

/** The address to which people write to unsubscribe from a message, with the subject by which it is known. */
export function unsubscribeMailto(address: string, token: string): string {
  return `${encodeURIComponent(address).replace('%40', '@')}?subject=${UNSUBSCRIBE_SUBJECT}%20${token}`
}

/** The token of a message by which somebody unsubscribes; undefined for any other subject. */
export function unsubscribeToken(subject: string): string | undefined {
  return /^\s*unsubscribe\s+([\w-]{20,200})\s*$/i.exec(subject.slice(0, 300))?.[1]
}

const labels: Readonly<Record<string, string>> = {
  en: 'Unsubscribe',
  fr: 'Se désabonner',
  de: 'Abmelden',
  es: 'Darse de baja',
}

/** The words of a link to unsubscribe in a language (BCP 47); English where it is not known. */
export function unsubscribeLabel(language: string | null | undefined): string {
  const known = labels[language?.toLowerCase().split('-')[0] ?? '']
  return known ?? 'Unsubscribe'
}

/** The text of a message with a link to unsubscribe, which is added at its end where the text has none. */
export function prepareText(text: string, url: string, label: string): string {
  return text.includes(url) ? text : `${text.trimEnd()}\n\n${label}: ${url}\n`
}

/** A visible link to unsubscribe, as HTML. */
export function unsubscribeFooter(url: string, label: string): string {
  return `<p style="margin:24px 0 0;font:12px/1.5 sans-serif"><a href="${escaped(url)}">${escaped(label)}</a></p>`
}

/** A text within quoted attributes and HTML. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
