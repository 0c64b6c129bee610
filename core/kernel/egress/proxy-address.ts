/** Address of an outbound proxy, and the credentials for it. */
export interface ProxyAddress {
  readonly origin: string
  /** Value of Proxy-Authorization, if the URL carries a name and a password. */
  readonly authorization: string | undefined
}

/** Reads `http://[user:password@]host:port` or the same with https; throws TypeError, which never repeats the URL. */
export function parseProxy(text: string): ProxyAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new TypeError('The outbound proxy must be a URL such as http://proxy.internal:4750, without a path')
  }
  const { origin, username, password } = url
  return { origin, authorization: username === '' && password === '' ? undefined : basic(username, password) }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}
