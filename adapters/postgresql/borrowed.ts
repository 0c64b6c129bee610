import type { Pool, PoolClient } from 'pg'
import { oneByOne } from './one-by-one.ts'
import { plain, type Asked } from './packets.ts'
import { readers } from './readers.ts'

/** What statements of the engine count on in their session. */
const own = { zone: 'UTC', dates: 'ISO, MDY' }

interface Settings {
  readonly zone: string
  readonly dates: string
  readonly path: string
}

/**
 * Takes connections from a pool of the app: while the engine has one, it counts by UTC and looks for tables in `schema`, and values are read
 * as the engine reads them; then it is as the app has set it up.
 */
export function borrowFrom(pool: Pool, schema: string | undefined): () => Promise<PoolClient> {
  const known = new WeakMap<PoolClient, Settings>()
  return async () => {
    const client = await pool.connect()
    try {
      const before = known.get(client) ?? (await settingsOf(client))
      known.set(client, before)
      await set(client, { ...own, path: schema ? `"${schema.replaceAll('"', '""')}"` : before.path })
      return borrowed(client, before)
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

function borrowed(client: PoolClient, before: Settings): PoolClient {
  const send = async ([text, values]: Asked) =>
    await plain(client).query(typeof text === 'string' ? { text, values, types: readers } : { ...(text as object), types: readers })
  const sendNext = client.pipeline ? send : oneByOne(send)
  const query = async (...asked: Asked) => await sendNext(asked)
  const release = () => {
    set(client, before).then(
      () => client.release(),
      () => client.release(true),
    )
  }
  // The sessions of the engine use nothing else of a connection.
  return { query, release, end: async () => client.release(true) } as unknown as PoolClient
}

async function settingsOf(client: PoolClient): Promise<Settings> {
  const { rows } = await client.query<Settings>(
    `select current_setting('TimeZone') as zone, current_setting('DateStyle') as dates, current_setting('search_path') as path`,
  )
  return rows[0] ?? { ...own, path: '' }
}

async function set(client: PoolClient, { zone, dates, path }: Settings): Promise<void> {
  await client.query(`select set_config('TimeZone', $1, false), set_config('DateStyle', $2, false), set_config('search_path', $3, false)`, [
    zone,
    dates,
    path,
  ])
}
