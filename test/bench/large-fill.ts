import type { Client } from 'pg'

// Half of all contacts belong to the organization that is measured, the others to 999 of very different sizes, over two years.
const SPAN_MS = 730 * 86_400_000
const BATCH = 500_000
const EVENTS_EACH = 2
// Ids of events begin behind those that the engine has made.
const FIRST_EVENT = 1000
const FIRST_NAMES = [
  'Ada',
  'Alan',
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Elena',
  'Emil',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Katrin',
  'Luca',
  'Maria',
  'Nils',
]
const SYLLABLES = [
  'ar',
  'bel',
  'cor',
  'dan',
  'er',
  'fal',
  'gon',
  'hel',
  'in',
  'jor',
  'kel',
  'lin',
  'mar',
  'nor',
  'ol',
  'pet',
  'ros',
  'sen',
  'tor',
  'wal',
]
const CITIES = ['Berlin', 'Paris', 'Madrid', 'Rome', 'Vienna', 'Lyon', 'Porto', 'Ghent', 'Turin', 'Basel']
const STAGES = ['subscriber', 'lead', 'lead', 'lead', 'opportunity', 'customer']

/** What was made in a schema, and how what is in it is called. */
export interface Large {
  readonly count: number
  /** The time of the first row, in milliseconds since 1970. */
  readonly start: number
}

/** The number of a contact of the measured organization, a different one each time. */
export const anyOf = ({ count }: Large, serial: number): number => (((serial * 7919) % (count / 2)) + 1) * 2

/** The id of a contact. */
export function contactId({ count, start }: Large, n: number): string {
  const time = BigInt(start) + (BigInt(n) * BigInt(SPAN_MS)) / BigInt(count)
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8${'0'.repeat(3)}-${n.toString(16).padStart(12, '0')}`
}

/** The e-mail address of a contact. */
export const contactEmail = (n: number): string => `fill${n}@firm${firmOf(n)}.test`

/** The id of the event that tells that a contact was created. */
export const creationOf = (n: number): number => 2 * n - 1 + FIRST_EVENT

const firmOf = (n: number) => Math.floor(n / 20) * 2 + (n % 2)

/**
 * Fills a schema in which the engine has made a company, a contact that was changed, a task and a delivery of its event: `count` contacts with
 * a tenth as many companies, their words, two events each, a change each, and a fifth as many deliveries with their attempts. Indexes are
 * made again behind the rows, so that ten millions take minutes.
 */
export async function fillLarge(client: Client, count: number, told: (step: string) => void): Promise<Large> {
  const start = Math.floor(Date.now() / 1000) * 1000 - SPAN_MS
  const time = (of: string, all = count) => `to_timestamp((${start} + (${of})::bigint * ${SPAN_MS} / ${all}) / 1000.0)`
  const id = (kind: string, of: string, all = count, from = start) =>
    `(lpad(to_hex(${from} + (${of})::bigint * ${start + SPAN_MS - from} / ${all}), 12, '0') || '7000' || '${kind}' || lpad(to_hex(${of}), 15, '0'))::uuid`
  const one = (values: readonly string[], at: string) => `(array['${values.join("','")}'])[1 + ((${at}) % ${values.length})::int]`
  const owner = (firm: string) =>
    `case when (${firm}) % 2 = 0 then 'bench' else 'tenant' || (1 + floor(999 * power(((${firm}) * 0.6180339887) % 1, 3)))::int end`
  const firm = '(n / 20 * 2 + n % 2)'
  const [mixed, half] = ['(n / 2 * 7919 % 8000)', '(n / 2)']
  const [first, city] = [one(FIRST_NAMES, half), one(CITIES, `${half} / 16`)]
  const last = `initcap(${one(SYLLABLES, mixed)} || ${one(SYLLABLES, `${mixed} / 20`)} || ${one(SYLLABLES, `${mixed} / 400`)})`
  const changed = `(n * 7919 % ${count} + 1)`
  const [about, changes] = [id('8', 'c'), `'{"city":["Rome","Paris"]}'`]
  // Of each event `c` is the number of its contact.
  const events = (from: string) =>
    `(select n, case when n % 2 = 1 then (n + 1) / 2 else ${changed.replace('n *', '(n / 2) *')} end as c from ${from}) as numbers`
  const ownerOfContact = owner('(c / 20 * 2 + c % 2)')
  const deliveries = Math.floor(count / 5)
  // No delivery is older than they are kept.
  const recently = start + SPAN_MS - 29 * 86_400_000

  // Ids are given, so that nothing is left to triggers.
  await client.query('set session_replication_role = replica')
  await copies('companies', "name = 'First Works'", count / 10, {
    id: id('9', 'n', count / 10),
    user_from: owner('n'),
    name: "'Firm ' || n || ' Works'",
    name_key: "'firm ' || n || ' works'",
    domain: "'firm' || n || '.test'",
    created_at: time('n', count / 10),
    updated_at: time('n', count / 10),
  })
  await copies('contacts', "primary_email = 'first@fill.test'", count, {
    id: id('8', 'n'),
    user_from: owner(firm),
    primary_email: `'fill' || n || '@firm' || ${firm} || '.test'`,
    first_name: first,
    last_name: last,
    company: `'Firm ' || ${firm} || ' Works'`,
    company_id: `case when ${firm} > 0 then ${id('9', firm, count / 10)} end`,
    assigned_to: `'user' || ${half} % 25 || '@bench.test'`,
    phone: "'+4930' || n",
    phone_raw: "'030 ' || n",
    city,
    tags: `(case ${half} % 10 when 0 then '["vip"]' when 1 then '["fair 2025", "newsletter"]' else '[]' end)::jsonb`,
    lifecycle_stage: one(STAGES, mixed),
    lead_score: `${mixed} % 100`,
    created_at: time('n'),
    updated_at: time(`n + (${count} - n) * (n * 7919 % 1000) / 1000`),
  })
  await copies(
    'search_entries',
    "object = 'contacts'",
    count,
    {
      user_from: owner(firm),
      record_id: id('8', 'n'),
      scope: `case when n % 2 = 0 then scope else 'o' || left(md5(${owner(firm)}), 15) end`,
      title: `lower(${first} || ' ' || ${last}) || ' fill' || n || ' firm' || ${firm} || ' test'`,
      body: `'firm ' || ${firm} || ' works head of sales ' || lower(${city}) || ' 4930' || n || ' 030' || n`,
    },
    ['id', 'document'],
  )
  await copies(
    'events',
    "type = 'contact.created'",
    count * EVENTS_EACH,
    {
      id: `n + ${FIRST_EVENT}`,
      user_from: ownerOfContact,
      type: "case when n % 2 = 1 then type else 'contact.property_changed' end",
      entity_id: `${about}::text`,
      payload: `'{"id":"' || ${about} || '"}'`,
      body: `'"type":"contact.created","data":{"id":"' || ${about} || '"}}'`,
      created_at: time('n', count * EVENTS_EACH),
      processed_at: time('n', count * EVENTS_EACH),
    },
    ['position'],
    events,
  )
  await copies(
    'record_changes',
    "entity_type = 'contact'",
    count,
    { user_from: ownerOfContact, record_id: `${about}`, changes, created_at: time('n') },
    ['id'],
    (from) => `(select n, ${changed} as c from ${from}) as numbers`,
  )
  const tasks = "event_type = 'task.created'"
  await copies('webhook_deliveries', tasks, deliveries, {
    id: id('a', 'n', deliveries, recently),
    event_id: `n * 10 + ${FIRST_EVENT}`,
    status: "'ok'",
    due_at: 'null',
    created_at: `now() - interval '29 days' * (1 - n / ${deliveries}.0)`,
  })
  await copies('webhook_attempts', 'attempt = 1', deliveries, {
    id: id('b', 'n', deliveries, recently),
    delivery_id: id('a', 'n', deliveries, recently),
    created_at: `now() - interval '29 days' * (1 - n / ${deliveries}.0)`,
  })
  await client.query(`select setval("events_numbers"('bench'), ${count * EVENTS_EACH + 2 * FIRST_EVENT})`)
  told('vacuum')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return { count, start }

  async function copies(
    table: string,
    where: string,
    rows: number,
    values: Readonly<Record<string, string>>,
    left: readonly string[] = [],
    from = (numbers: string) => `(select n from ${numbers}) as numbers`,
  ): Promise<void> {
    told(`${table}: ${rows}`)
    const { rows: found } = await client.query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1',
      [table],
    )
    const columns = found.map(({ name }) => name).filter((name) => !left.includes(name))
    const given = columns.map((name) => values[name] ?? `"${name}"`).join(', ')
    const indexes = await withoutIndexes(table)
    for (let done = 0; done < rows; done += BATCH) {
      const numbers = `generate_series(${done + 1}::bigint, ${Math.min(done + BATCH, rows)}) as n`
      await client.query(
        `insert into "${table}" ("${columns.join('", "')}") select ${given} from (select * from "${table}" where ${where} limit 1) as one, ${from(numbers)}`,
      )
    }
    told(`indexes of ${table}`)
    for (const each of indexes) await client.query(each)
  }

  async function withoutIndexes(table: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where schemaname = current_schema() and tablename = $1
        and not exists (select 1 from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)`,
      [table],
    )
    for (const { name } of rows) await client.query(`drop index "${name}"`)
    return rows.map(({ made }) => made)
  }
}
