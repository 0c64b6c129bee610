import { invalid } from '../../kernel/operation/errors.ts'

/**
 * The sites of a widget key as browsers write them: `https://www.example.com`. Throws `invalid_input` for anything but scheme, host and port,
 * and for a key that is for programs: they send no origin, or any.
 */
export function checkOrigins(entries: readonly string[] | null, widget: boolean): string[] | null {
  if (entries === null || entries.length === 0) return entries && []
  if (!widget) throw invalid('/allowed_origins', 'not_allowed', 'Only a widget-only key is bound to origins')
  return [...new Set(entries.map((each, at) => originOf(each, `/allowed_origins/${at}`)))]
}

/** One site as browsers write it; throws `invalid_input` at `path`. */
export function originOf(entry: string, path: string): string {
  const { origin, protocol, href } = URL.canParse(entry) ? new URL(entry) : { origin: 'null', protocol: '', href: '' }
  if (origin === 'null' || !/^https?:$/.test(protocol) || href !== `${origin}/`)
    throw invalid(path, 'invalid_format', `"${entry}" is not an origin: give scheme, host and port, such as https://www.example.com`)
  return origin
}

/** Whether a page of this site may use the key; without sites every caller may. */
export function isFrom(origins: readonly string[] | null, site: string | null | undefined): boolean {
  return !origins || origins.length === 0 || (typeof site === 'string' && origins.includes(site))
}
