const MOST = 2_048

/** The address of a page as it is stored: http(s), without fragment, user and query but for utm; undefined where it is none. */
export function pageUrl(text: string): string | undefined {
  if (text.length > 8_000 || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hash = ''
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys())) if (!/^utm_[a-z]{1,20}$/.test(name)) url.searchParams.delete(name)
  return url.href.length > MOST ? undefined : url.href
}
