import type { Engine } from 'rapport-crm'
import type { ReceivedDelivery } from '../../support/receiver.ts'
import { tablesOf } from './audit.ts'
import type { Row } from './judge.ts'

/** The results of all deliveries, according to database and endpoint. */
export interface Tally {
  readonly acknowledged: number
  readonly deliveries: number
  readonly attempts: number
  /** Attempts whose worker was lost. */
  readonly workersLost: number
  /** Requests that were repeated after an answered one. */
  readonly duplicates: number
  /** Acknowledged writes that did not reach a webhook, and deliveries that did not end well. */
  readonly lost: readonly string[]
  /** Logs with a gap or a repeat, numbers that were sent twice, rows that belong to nothing, signatures that do not verify. */
  readonly wrong: readonly string[]
}

/** Compares acknowledged writes, stored rows, and received requests. */
export async function tally(engine: Engine, contacts: readonly string[], received: readonly ReceivedDelivery[]): Promise<Tally> {
  const { tables } = await tablesOf(engine)
  const [webhooks, deliveries, attempts, events, queue] = [
    'webhooks',
    'webhook_deliveries',
    'webhook_attempts',
    'events',
    'event_dispatches',
  ].map((name) => tables[name] ?? [])
  const log = Map.groupBy(attempts ?? [], (row) => String(row['delivery_id']))
  const stored = new Map((deliveries ?? []).map((row) => [`${row['webhook_id']} ${row['event_id']}`, row]))
  const born = new Map(
    (events ?? []).filter(({ type }) => type === 'contact.created').map((row) => [String(row['entity_id']), String(row['id'])]),
  )
  const paths = new Map((webhooks ?? []).map((row) => [String(row['id']), new URL(String(row['url'])).pathname]))
  const got = Map.groupBy(received, ({ path, headers }) => `${path} ${headers['x-service-delivery']}`)
  const lost = contacts.flatMap((contact) => {
    const event = born.get(contact)
    if (event === undefined) return [`no event of contact ${contact}`]
    return [...paths].flatMap(([webhook, path]) => {
      if (!stored.has(`${webhook} ${event}`)) return [`no delivery of event ${event} to ${path}`]
      return got.has(`${path} evt_${event}`) ? [] : [`event ${event} never came to ${path}`]
    })
  })
  const wrong = [
    ...(deliveries ?? []).flatMap((row) => [...gapsOf(row, log.get(String(row['id'])) ?? []), ...strayOf(row, paths, events ?? [])]),
    ...[...log.keys()].filter((id) => !(deliveries ?? []).some((row) => row['id'] === id)).map((id) => `attempts of nothing: ${id}`),
    ...[...got].flatMap(([key, all]) => repeatsOf(key, all)),
    ...received.filter(({ verified }) => !verified).map(({ path }) => `a signature to ${path} that does not verify`),
    ...(queue ?? []).filter((row) => row['processed_at'] === null).map((row) => `event ${row['position']} was not dispatched`),
  ]
  return {
    acknowledged: contacts.length,
    deliveries: stored.size,
    attempts: attempts?.length ?? 0,
    workersLost: (attempts ?? []).filter((row) => row['error_code'] === 'worker_lost').length,
    duplicates: received.length - got.size,
    lost: [...lost, ...(deliveries ?? []).filter(({ status }) => status !== 'ok').map((row) => `${row['id']} is ${row['status']}`)],
    wrong,
  }
}

// One row for each attempt, 1 to n, of which only the last was answered well.
function gapsOf({ id, attempt }: Row, rows: readonly Row[]): string[] {
  const numbers = rows.map((row) => Number(row['attempt'])).toSorted((a, b) => a - b)
  const isWhole = numbers.length === Number(attempt) && numbers.every((number, index) => number === index + 1)
  const early = rows.filter((row) => Boolean(row['ok']) && Number(row['attempt']) < numbers.length)
  return [
    ...(isWhole ? [] : [`${id} counts ${attempt} attempts, its log ${numbers.join()}`]),
    ...early.map(() => `${id} went on after a success`),
  ]
}

function strayOf({ id, webhook_id, event_id }: Row, paths: ReadonlyMap<string, string>, events: readonly Row[]): string[] {
  known.set(events, known.get(events) ?? new Set(events.map((row) => String(row['id']))))
  const isKnown = paths.has(String(webhook_id)) && known.get(events)?.has(String(event_id))
  return isKnown ? [] : [`${id} belongs to nothing`]
}

const known = new WeakMap<readonly Row[], Set<string>>()

function repeatsOf(key: string, all: readonly ReceivedDelivery[]): string[] {
  const numbers = new Set(all.map(({ headers }) => headers['x-service-attempt']))
  const bodies = new Set(all.map(({ rawBody }) => Buffer.from(rawBody).toString('utf8')))
  return [
    ...(numbers.size < all.length ? [`a number was sent twice: ${key}`] : []),
    ...(bodies.size > 1 ? [`the body changed: ${key}`] : []),
  ]
}
