/** A page as a person without scripts sees it. */
export interface Seen {
  readonly url: string
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** What a person enters and presses. */
export interface Entry {
  readonly fields?: Readonly<Record<string, string>>
  /** Text of the button; the first unless told. */
  readonly button?: string
  /** Headers beside those of a browser. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser without scripts: it keeps cookies by their paths, follows redirects within one site, and sends forms. */
export class Person {
  readonly #site: string
  readonly #jar = new Map<string, { value: string; path: string }>()

  constructor(site: string) {
    this.#site = site
  }

  /** All cookies, as `name=value; path` texts. */
  readonly set: string[] = []

  /** Opens an address; ends at the first page, or at the first address beyond the site, which is answered as `url`. */
  async open(address: string | URL, init: RequestInit = {}): Promise<Seen> {
    let [url, request] = [new URL(address, this.#site), init]
    for (let hops = 0; hops < 15; hops += 1) {
      if (url.origin !== new URL(this.#site).origin) return { url: url.href, status: 0, text: '', headers: new Headers() }
      const headers = { accept: 'text/html', ...(request.headers as Record<string, string>), cookie: this.#cookiesFor(url) }
      const response = await fetch(url, { ...request, headers, redirect: 'manual' })
      this.#keep(response)
      const location = response.headers.get('location')
      if (location === null) return { url: url.href, status: response.status, text: await response.text(), headers: response.headers }
      ;[url, request] = [new URL(location, url), {}]
    }
    throw new Error(`No end of redirects at ${url.href}`)
  }

  /** Fills in the form of a page and presses a button. */
  async submit(page: Seen, { fields = {}, button, headers = {} }: Entry = {}): Promise<Seen> {
    const form = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
    const pressed = [...page.text.matchAll(/<button([^>]*)>([^<]*)</g)].find(([, , text]) => button === undefined || text === button)
    if (form === undefined || !pressed) throw new Error(`There is no such form: ${page.status} ${page.text}`)
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
    const action = /formaction="([^"]+)"/.exec(pressed[1] ?? '')?.[1] ?? form
    const sent = { 'content-type': 'application/x-www-form-urlencoded', origin: this.#site, 'sec-fetch-site': 'same-origin', ...headers }
    return await this.open(new URL(action, page.url), { method: 'POST', body: body.toString(), headers: sent })
  }

  /** Goes through sign-in (unless signed in) and consent; answers where the program gets its answer. */
  async allow(address: string | URL, { email, password, organization, administration }: Allowing): Promise<URL> {
    let page = await this.open(address)
    if (page.text.includes('name="password"')) page = await this.submit(page, { fields: { email, password } })
    const users = [...page.text.matchAll(/name="user_id" value="([^"]+)"[^>]*>\s*<span>([^<]*?) </g)]
    const user = users.find(([, , name]) => organization === undefined || name === organization)
    if (!user) throw new Error(`There is no consent: ${page.status} ${page.text}`)
    const answered = await this.submit(page, {
      fields: { user_id: user[1]!, ...(administration && { administration: 'yes' }) },
      button: 'Allow',
    })
    if (answered.status !== 0) throw new Error(`There is no answer: ${answered.status} ${answered.text}`)
    return new URL(answered.url)
  }

  #cookiesFor({ pathname }: URL): string {
    return [...this.#jar]
      .flatMap(([name, { value, path }]) => (pathname.startsWith(path) ? [`${name.split(' ')[0]}=${value}`] : []))
      .join('; ')
  }

  #keep(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      this.set.push(cookie)
      const [pair = '', ...attributes] = cookie.split(/; */)
      const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/'
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '') this.#jar.delete(`${name} ${path}`)
      else this.#jar.set(`${name} ${path}`, { value, path })
    }
  }
}

export interface Allowing {
  readonly email: string
  readonly password: string
  /** Its name; the first unless told. */
  readonly organization?: string
  readonly administration?: boolean
}
