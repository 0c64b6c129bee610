/** A client of the REST API without a network. */
export class Api {
  readonly #fetch: (request: Request) => Promise<Response>
  readonly #key: string

  constructor(fetch: (request: Request) => Promise<Response>, key: string) {
    this.#fetch = fetch
    this.#key = key
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path)
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call('POST', path, body)
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await this.#fetch(new Request(`http://127.0.0.1/api/v1${path}`, { method, headers, ...given }))
    const answer = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${answer}`)
    return JSON.parse(answer) as T
  }
}
