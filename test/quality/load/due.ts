import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { type Actor, Engine, scopes } from 'rapport-crm'
import { Outbox } from '../../../core/outreach/emails/outbox.ts'
import { inUnit } from '../../outreach/in-unit.ts'
import { storageOf } from '../chaos/storage.ts'

const unit = inUnit({ outbox: Outbox })
const CONTACTS = 1000

const actorOf = (organization: string): Actor => ({
  organization,
  user: `ada@${organization}.test`,
  role: 'admin',
  scopes: new Set(scopes),
})

/** What the load of a database is made for. */
export interface Due {
  readonly place: string
  readonly mail: { readonly url: string; readonly from: string }
  /** E-mails and runs of workflows that are due at once. */
  readonly emails: number
  readonly runs: number
}

/** The keys of an organization with a backlog, and of one with nothing to do. */
export interface DueKeys {
  readonly large: string
  readonly small: string
}

/** Fills a database with e-mails and runs of one organization that are due; a row of each is copied, so that 100,000 take seconds. */
export async function fillWithDue({ place, mail, emails, runs }: Due): Promise<DueKeys> {
  const keys = await begun(place, mail)
  // Numbered once: a look-up of each copy's contact by its address takes minutes.
  const contact = 'person.id'
  const fresh = {
    lead_id: contact,
    key: `'k' || n`,
    message_id: `'<' || n || '@large.test>'`,
    to: `'["' || person.primary_email || '"]'`,
  }
  await copyRows(place, [
    ['emails', emails - 1, fresh],
    ['workflow_runs', runs - CONTACTS, { active_key: 'null', entity_id: contact, contact_id: contact }],
  ])
  return keys
}

async function begun(place: string, mail: Due['mail']): Promise<DueKeys> {
  const engine = (await Engine.open({ storage: storageOf(place), mail, publicUrl: 'https://crm.acme.test', ...unit.options })) as Engine
  try {
    const [large, small] = [actorOf('large'), actorOf('small')]
    const api = engine.as(large)
    const { id: workflow } = await api.workflows.create({
      name: 'Backlog',
      trigger: { type: 'workflow.enrolled' },
      steps: [
        { type: 'adjust_score', config: { points: 1 } },
        { type: 'add_note', config: { note: 'Seen' } },
      ],
    })
    await api.workflows.activate({ id: workflow })
    const records = Array.from({ length: CONTACTS }, (_, at) => ({ email: `c${at}@large.example` }))
    const { results } = await api.contacts.bulkUpsert({ records })
    const ids = results.flatMap(({ id }) => id ?? [])
    await api.workflows.enroll({ id: workflow, ids })
    const draft = { key: 'one', purpose: 'marketing' as const, contact_id: ids[0] ?? null, to: ['c0@large.example'], owner: large.user }
    const content = {
      subject: 'Backlog',
      html: '<p>Hello</p>',
      text: null,
      mailbox_id: null,
      track: true,
      unsubscribe_link: 'yes' as const,
    }
    await unit.run(engine, ({ outbox }) => outbox.queue([{ ...draft, ...content, due: new Date(), workflow_id: workflow }]), large)
    const key = async (actor: Actor) => {
      const own = engine.as(actor)
      const { id: user_id } = await own.users.invite({ email: `caller@${actor.organization}.test` })
      return (await own.apiKeys.create({ name: 'Load', user_id, scopes: ['read', 'write'] })).key ?? ''
    }
    return { large: await key(large), small: await key(small) }
  } finally {
    await engine.close()
  }
}

/** How often the first row of a table is copied, with the columns that differ in SQL, by the number `n` of the copy. */
type Copy = readonly [table: string, count: number, fresh: Readonly<Record<string, string>>]

async function copyRows(place: string, tables: readonly Copy[]): Promise<void> {
  if (place.startsWith('postgres')) {
    const url = new URL(place)
    const schema = url.searchParams.get('schema') ?? 'chaos'
    url.searchParams.delete('schema')
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(`set search_path to ${schema}`)
    // Plans of copies, and of the load, need the figures of the rows.
    await client.query('analyze')
    for (const [table, count, fresh] of tables) {
      const { fields } = await client.query(`select * from ${table} limit 1`)
      const series = `select n from generate_series(1, ${count}) as n`
      const cast = Object.fromEntries(Object.entries(fresh).map(([name, value]) => [name, name === 'to' ? `(${value})::json` : value]))
      await client.query(
        statement(
          table,
          fields.map(({ name }) => name),
          series,
          { id: 'gen_random_uuid()', ...cast },
        ),
      )
    }
    await client.query('analyze')
    await client.end()
    return
  }
  const db = new BetterSqlite(place)
  for (const [table, count, fresh] of tables) {
    const columns = db.prepare(`select * from ${table} limit 1`).columns()
    const numbers = `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s`
    const series = `select n, lower(hex(randomblob(16))) as h from (${numbers})`
    const id = `substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12)`
    db.exec(
      statement(
        table,
        columns.map(({ name }) => name),
        series,
        { id, ...fresh },
      ),
    )
  }
  db.close()
}

function statement(table: string, columns: readonly string[], series: string, fresh: Readonly<Record<string, string>>): string {
  const values = columns.map((name) => fresh[name] ?? `one."${name}"`)
  const first = `(select * from ${table} order by id limit 1) as one`
  const people = `(select id, primary_email, row_number() over (order by id) - 1 as nth from contacts where user_from = 'large') as person`
  const names = columns.map((name) => `"${name}"`).join()
  return `insert into ${table} (${names}) select ${values.join()} from ${first}, (${series}) as numbers join ${people} on person.nth = n % ${CONTACTS}`
}
