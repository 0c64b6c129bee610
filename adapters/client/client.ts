import { Download } from './download.ts'
import { eventsOf } from './events.ts'
import { operations } from './generated/operations.ts'
import type { Api } from './generated/types.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { itemsOf } from './pages.ts'
import type { Route } from './route.ts'
import { Transport } from './transport.ts'

/** The operations of an installation over HTTP, by the names that they have in process. */
export interface Client extends Api {
  /** Calls the operation of this id (`createContact`), for callers that get it as data; throws a `TypeError` if there is none. */
  call(id: string, input?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  /** Calls any route of the API (`POST /loyalty-cards`), such as those that plugins of the installation add. */
  request(route: Route, input?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
}

type Fields = Readonly<Record<string, unknown>>
type Method = (input?: Fields, options?: CallOptions) => unknown

/** An operation of the table: its id, its route, and how it answers if not by JSON, the name under which its pages have their items, or the field that is its body. */
export type Entry = readonly [id: string, route: Route, answers?: 'file' | 'stream' | `page ${string}` | `upload ${string}`]

/** Calls an installation over HTTP; throws a `TypeError` for options that cannot be meant. */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options)
  const byId = new Map<string, Method>()
  const groups = Object.entries<Readonly<Record<string, Entry>>>(operations).map(([group, entries]) => {
    const methods = Object.entries(entries).flatMap(([name, entry]) => {
      const method = methodOf(transport, entry)
      byId.set(entry[0], method)
      return [[name, method], ...iteratorOf(transport, name, entry)]
    })
    return [group, Object.freeze(Object.fromEntries(methods))]
  })
  const own = {
    call: async (id: string, input?: Fields, given?: CallOptions) => {
      const method = byId.get(id)
      if (!method) throw new TypeError(`There is no operation ${id}`)
      return await method(input, given)
    },
    request: async (route: Route, input: Fields = {}, given: CallOptions = {}) => await transport.json({ route, input, options: given }),
  }
  return Object.freeze({ ...Object.fromEntries(groups), ...own }) as Client
}

function methodOf(transport: Transport, [, route, answers]: Entry): Method {
  if (answers === 'file') return async (input = {}, options = {}) => new Download(await transport.open({ route, input, options }))
  const [kind, field] = answers?.split(' ') ?? []
  const upload = kind === 'upload' && field !== undefined ? { upload: field } : {}
  if (answers !== 'stream') return async (input = {}, options = {}) => await transport.json({ route, input, options, ...upload })
  return async (input = {}, options = {}) => {
    const call = { route, input, options }
    return eventsOf(transport, call, await transport.open(call))
  }
}

// `list` is read to its end by `all`, `search` by `searchAll`.
function iteratorOf(transport: Transport, name: string, [, route, answers]: Entry): [string, Method][] {
  const [kind, items = ''] = (answers ?? '').split(' ')
  if (kind !== 'page') return []
  const read = async (input: Fields, options: CallOptions) => (await transport.json({ route, input, options })) as Fields
  const iterate: Method = (input = {}, options = {}) => itemsOf((asked) => read(asked, options), input, items)
  return [[name === 'list' ? 'all' : `${name}All`, iterate]]
}
