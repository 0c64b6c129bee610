import { v7 } from 'uuid'
import type { Engine } from 'rapport-crm'
import type { Field } from '../../../core/kernel/operation/schema/fields.ts'
import type { EntityTable } from '../../../core/kernel/storage/schema/entity.ts'
import { Codec } from '../../../core/kernel/storage/schema/codec.ts'
import { runStatement } from '../access/tables.ts'

interface About {
  readonly id: string
  readonly text: string
  readonly now: Date
}

/** Puts a row about a person into every table that there is, and says into which. */
export async function plantEverywhere(engine: Engine, about: About): Promise<string[]> {
  const entities = engine.registry.all('entities') as readonly EntityTable[]
  const open = entities.filter(({ privacy }) => privacy !== 'kept')
  const dialect = await dialectOf(engine)
  for (const { table, fields } of open) {
    const record = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, about)]))
    const row = Codec.of(fields, dialect).toRow(record as never) as Record<string, unknown>
    const names = Object.keys(row)
    const values = names.map((name) => literal(row[name]))
    await runStatement(engine, `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${values.join()})`)
  }
  return open.map(({ table }) => table)
}

async function dialectOf(engine: Engine): Promise<'sqlite' | 'postgresql'> {
  return await runStatement(engine, 'select 1 from sqlite_master').then(
    () => 'sqlite' as const,
    () => 'postgresql' as const,
  )
}

// Nothing that background work would take up: states are the last ones, nothing is due, and ids are of now, by which retention tells age.
function valueOf(name: string, { kind, nullable, schema }: Field, { id, text, now }: About): unknown {
  const words = ((schema['anyOf'] as { const?: string }[] | undefined) ?? []).flatMap((each) => each.const ?? [])
  if (name === 'user_from') return 'acme'
  if (name === 'id') return kind === 'bigint' ? 900_000 : v7({ msecs: now.getTime() })
  if (name === 'processed_at') return now
  if (name === 'lead_id' || name === 'record_id' || name === 'entity_id') return id
  if (kind === 'text') return words.at(-1) ?? text
  // Background work reads to whom a webhook listens, whether it is active or not.
  if (name === 'events') return [text]
  if (kind === 'json') return { note: text, [text]: 1 }
  if (kind === 'list') return [text]
  if (nullable) return null
  return {
    uuid: v7({ msecs: now.getTime() }),
    integer: 0,
    bigint: 900_000,
    number: 0,
    money: 0,
    boolean: false,
    date: '2026-01-01',
    timestamp: now,
    bytes: new Uint8Array(),
  }[kind]
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}
