import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const BATCH = 100
const STEPS = 3

/** Runs of three steps per second with the bare driver: each step updates its run and inserts a line of history and an event, 100 runs a commit. */
export async function workflowProbe(kind: 'sqlite' | 'postgresql', target: string, runs: number): Promise<number> {
  return kind === 'sqlite' ? sqliteProbe(target, runs) : await postgresProbe(target, runs)
}

const payload = JSON.stringify({ input: { tag: 'hot' }, output: { added: ['hot'] } })
const tables = (id: string) => [
  `create table probe_runs (id text primary key, cursor text, seq integer, status text)`,
  `create table probe_steps (run_id text, seq integer, path text, status text, input text, primary key (run_id, seq))`,
  `create table probe_events (id ${id}, type text, entity_id text, payload text)`,
]

function sqliteProbe(file: string, runs: number): number {
  const Database = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/sqlite'))('better-sqlite3')
  const db = new Database(file)
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) db.pragma(pragma)
  for (const each of tables('integer primary key')) db.exec(each)
  const ids = Array.from({ length: runs }, () => randomUUID())
  const made = db.prepare("insert into probe_runs values (?, 's1', 0, 'running')")
  db.transaction(() => ids.forEach((id) => made.run(id)))()
  const update = db.prepare('update probe_runs set cursor = ?, seq = ? where id = ?')
  const log = db.prepare("insert into probe_steps values (?, ?, ?, 'done', ?)")
  const event = db.prepare("insert into probe_events (type, entity_id, payload) values ('contact.tags_changed', ?, ?)")
  const batch = db.transaction((part: readonly string[]) => {
    for (let step = 0; step < STEPS; step += 1)
      for (const id of part) {
        update.run(`s${step}`, step, id)
        log.run(id, step, `s${step}`, payload)
        event.run(id, payload)
      }
  })
  const started = performance.now()
  for (let at = 0; at < runs; at += BATCH) batch(ids.slice(at, at + BATCH))
  const rate = runs / ((performance.now() - started) / 1000)
  db.close()
  return rate
}

async function postgresProbe(url: string, runs: number): Promise<number> {
  const schema = `probe_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create schema ${schema}; set search_path to ${schema}`)
    for (const each of tables('bigserial primary key')) await client.query(each)
    const ids = Array.from({ length: runs }, () => randomUUID())
    await client.query("insert into probe_runs select id, 's1', 0, 'running' from unnest($1::text[]) id", [ids])
    const started = performance.now()
    for (let at = 0; at < runs; at += BATCH) {
      const part = ids.slice(at, at + BATCH)
      await client.query('begin')
      for (let step = 0; step < STEPS; step += 1) {
        await client.query('update probe_runs set cursor = $2, seq = $3 where id = any($1)', [part, `s${step}`, step])
        await client.query("insert into probe_steps select id, $2, $3, 'done', $4 from unnest($1::text[]) id", [
          part,
          step,
          `s${step}`,
          payload,
        ])
        await client.query(
          "insert into probe_events (type, entity_id, payload) select 'contact.tags_changed', id, $2 from unnest($1::text[]) id",
          [part, payload],
        )
      }
      await client.query('commit')
    }
    return runs / ((performance.now() - started) / 1000)
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
}
