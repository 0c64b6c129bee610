import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../support/image.ts'

let database: SQLite.Database
beforeAll(async () => {
  database = new SQLite(Buffer.from(await emptyDatabase()))
})
afterAll(() => database.close())

// Without statistics SQLite prefers the order of the list to any filter, unless an index has both.
it.each([
  ['contacts', 'assigned_to'],
  ['contacts', 'company_id'],
  ['deals', 'owner_email'],
  ['deals', 'company_id'],
  ['deals', 'primary_lead_id'],
  ['tasks', 'lead_id'],
  ['tasks', 'deal_id'],
  ['tasks', 'company_id'],
])('a page of %s by %s is read from an index, in the order of the list', (table, column) => {
  const query = `select * from ${table} where user_from = ? and deleted_at is null and ${column} = ? order by created_at desc, id desc limit 51`
  const plan = database.prepare(`explain query plan ${query}`).all('acme', 'x') as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    `SEARCH ${table} USING INDEX ${table}_${column}_created_at_id_index (user_from=? AND ${column}=?)`,
  ])
})

it.each([
  ['workflow_runs', 'started_at', '', 'workflow_runs_started_at_id_index (user_from=?)'],
  ['workflow_runs', 'started_at', ' and workflow_id = ?', 'workflow_runs_workflow_id_started_at_id_index (user_from=? AND workflow_id=?)'],
  ['workflow_runs', 'started_at', " and status = 'failed'", 'workflow_runs_rare_index (user_from=? AND status=?)'],
  ['emails', 'created_at', '', 'emails_created_at_id_index (user_from=?)'],
  ['emails', 'created_at', " and status = 'queued'", 'emails_rare_index (user_from=? AND status=?)'],
  ['emails', 'created_at', " and status = 'failed'", 'emails_rare_index (user_from=? AND status=?)'],
])('a page of %s by %s%s is read from an index, in the order of the list', (table, by, condition, index) => {
  const query = `select * from ${table} where user_from = ?${condition} order by ${by} desc, id desc limit 51`
  const parameters = [...query.matchAll(/\?/g)].map(() => 'x')
  const plan = database.prepare(`explain query plan ${query}`).all(...parameters) as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([`SEARCH ${table} USING INDEX ${index}`])
})

// What background work asks again and again, however many rows there are.
it.each([
  [
    'deals_entered_due_index',
    `deals where user_from = ? and status = 'open' and deleted_at is null and stage_entered_at <= ? and (stage_entered_at, id) > (?, ?) order by stage_entered_at, id`,
  ],
  ['workflow_timers_due_index', 'workflow_timers where next_at <= ? order by next_at'],
  [
    'workflow_runs_ended_due_index',
    'workflow_runs where ended_at is not null and ended_at < ? and (ended_at, id) > (?, ?) order by ended_at, id',
  ],
  ['workflow_steps_run_id_seq_unique', 'workflow_steps where user_from = ? and run_id = ?'],
  [
    'tasks_remind_due_index',
    `tasks where status = 'open' and deleted_at is null and remind_at is not null and (reminded_for is null or reminded_for <> remind_at) and remind_at <= ? order by remind_at`,
  ],
  ['notification_settings_recipient_type_unique', 'notification_settings where user_from = ? and recipient = ?'],
])('is found by %s', (index, from) => {
  const parameters = [...from.matchAll(/\?/g)].map(() => 'x')
  const plan = database.prepare(`explain query plan select * from ${from} limit 200`).all(...parameters) as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index} `)])
})
