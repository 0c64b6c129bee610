import assert from 'node:assert/strict'
import { Engine, type Feature, type Storage } from 'rapport-crm'
import { TestClock } from '../clock.ts'

/** What is sent or answered as JSON. */
export type Values = Readonly<Record<string, unknown>>

/** An answer of REST. */
export interface Answer {
  readonly status: number
  readonly body: Values
}

const KEY = 'rk_key_of_the_first_administrator_in_tests'
const OTHER_KEY = 'rk_key_of_another_organization_in_tests'

/** Calls one engine over REST, as the administrator of an organization. */
export class Desk {
  readonly engine: Engine
  readonly #key: string
  readonly #fetch: (request: Request) => Promise<Response>
  readonly #count: { value: number }

  private constructor(engine: Engine, fetch: (request: Request) => Promise<Response>, key: string, count = { value: 0 }) {
    this.engine = engine
    this.#key = key
    this.#fetch = fetch
    this.#count = count
  }

  /** Work with an engine with these plugins, which is closed afterwards. */
  static async with<T>(storage: Storage, plugins: readonly Feature[], work: (desk: Desk) => Promise<T>): Promise<T> {
    const { http } = await import('rapport-crm/http')
    const engine = await Engine.open({ storage, plugins, ports: [new TestClock()], rateLimit: Infinity })
    try {
      await engine.access.bootstrap({ key: KEY })
      const { fetch } = http(engine)
      return await work(new Desk(engine, async (request) => await fetch(request), KEY))
    } finally {
      await engine.close()
    }
  }

  /** The administrator of another organization of the same engine. */
  async stranger(): Promise<Desk> {
    const [organization, user] = ['another-organization', 'admin@another.example']
    if ((await this.engine.access.organizations()).every(({ id }) => id !== organization))
      await this.engine.access.createOrganization({ id: organization, admin: user })
    await this.engine.access.bootstrap({ organization, user, key: OTHER_KEY })
    return new Desk(this.engine, this.#fetch, OTHER_KEY, this.#count)
  }

  /** A number that no other sample of this engine has. */
  next(): number {
    this.#count.value += 1
    return this.#count.value
  }

  /** One request; what the caller did wrong is answered, and a failure of the server is thrown. */
  async send(method: string, path: string, body?: Values, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const request = new Request(`http://crm.test/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await this.#fetch(request)
    const text = await response.text()
    const { status } = response
    assert.ok(status < 500, `${method} ${path} answers ${status}: ${text}`)
    // Everything that REST answers, but files and streams, is an object.
    const answered = text === '' ? {} : (JSON.parse(text) as Values)
    assert.notEqual(answered['reason'], 'plugin_failed', `${method} ${path} answers ${status}: ${text}`)
    return { status, body: answered }
  }

  /** One request that must be done. */
  async done(method: string, path: string, body?: Values): Promise<Values> {
    const answer = await this.send(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

/** A list of objects in an answer. */
export function listIn(body: Values, name: string): readonly Values[] {
  const list = body[name]
  assert.ok(Array.isArray(list), `the answer has the list ${name}: ${JSON.stringify(body)}`)
  return list
}

/** The values of one name of the objects of a list in an answer. */
export const column = (body: Values, list: string, name = 'id'): readonly unknown[] => listIn(body, list).map((each) => each[name])
