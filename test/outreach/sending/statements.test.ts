import pg from 'pg'
import { Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { mailServer } from '../../support/mail-server.ts'
import { ada } from '../../support/storages.ts'

afterEach(() => vi.restoreAllMocks())

it('several e-mails are begun by one statement on PostgreSQL and stored by another, and found by their ids', async () => {
  const [url, schema] = [inject('postgresUrl'), `${inject('postgresRun')}_statements`]
  await using server = await mailServer()
  // Each connection keeps the one that it finds when it is made.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  // Time stands still, so that all of them end before any is stored.
  const ports = [new TestClock()]
  const mail = { url: server.url, from: 'crm@acme.test' }
  const engine = (await Engine.open({ storage: postgresql({ url, schema }), mail, ports })) as Engine
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const api = engine.as(ada)
    for (let at = 0; at < 5; at += 1) await api.emails.send({ to: [`p${at}@x.example`], subject: 'Hello', text: 'Hello' })
    query.mockClear()
    await engine.tick()
    expect(server.counts().size).toBe(5)
    const texts = query.mock.calls.map(([asked]: readonly unknown[]) =>
      typeof asked === 'string' ? asked : String(Reflect.get(asked as object, 'text')),
    )
    const updates = texts.filter((text) => text.startsWith('update "emails"'))
    expect(updates).toHaveLength(2)
    await client.query(`set search_path = ${schema}; analyze emails`)
    const { rows } = await client.query<Record<string, string>>(`explain (generic_plan) ${updates[0]}`)
    // As many rows as there can be, and not a hundred, for which it would read the table.
    expect(rows.map((each) => each['QUERY PLAN']).join('\n')).toMatch(/Limit .* rows=20 /)
  } finally {
    await engine.close()
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  }
})
