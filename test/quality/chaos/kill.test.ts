import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../support/postgres.setup.ts'
import { audit } from './audit.ts'
import type { Report } from './judge.ts'
import { compare, moments, round, stopAtOnce, Writer } from './round.ts'
import type { Acknowledged } from './writer.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? 20_260_115)
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 1)

describe(`a writer that is killed at any moment (CHAOS_SEED=${seed})`, () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-chaos-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('loses no acknowledged write, and leaves an SQLite file that opens at once', async () => {
    await rounds(join(folder, 'crm.sqlite'))
  }, 60_000)

  it('is judged by an auditor that finds what is missing', async () => {
    const file = join(folder, 'tampered.sqlite')
    const acknowledged: Acknowledged[] = []
    expectWhole(await round(file, 'r0', { answers: 60, ms: 0 }, acknowledged))
    const database = new Database(file)
    const [contact, task] = ['contacts', 'tasks'].map((table) => acknowledged.find((each) => each.table === table)?.id)
    database.prepare('delete from contacts where id = ?').run(contact)
    database.prepare("delete from events where type = 'task.completed' and entity_id = ?").run(task)
    database.prepare('delete from companies where id = (select max(id) from companies)').run()
    database.prepare('delete from invoice_lines where id = (select max(id) from invoice_lines)').run()
    database.close()
    const { lost, orphans } = await audit(file, acknowledged)
    expect(lost).toEqual(expect.arrayContaining([containing('not there', contact), containing('without its event', task)]))
    for (const fault of [
      `contact ${contact}`,
      `task ${task} has a version without its event`,
      'without its record: company',
      'without its lines',
    ])
      expect(orphans).toContainEqual(expect.stringContaining(fault))
  }, 30_000)

  describe('on PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof startPostgres>>
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it('loses no acknowledged write', async () => {
      await rounds(server.url)
    }, 60_000)

    it('continues after the server was stopped immediately and is back, and has lost nothing', async () => {
      const writer = new Writer(server.url, 'crash')
      try {
        await writer.reaches(30)
        await stopAtOnce(server.url)
        const known = writer.acknowledged.length
        await server.pg.start()
        await writer.reaches(known + 30)
      } finally {
        await writer.kill()
      }
      expectWhole(await compare(server.url, writer.acknowledged))
    }, 60_000)
  })
})

async function rounds(place: string): Promise<void> {
  const acknowledged: Acknowledged[] = []
  const next = moments(seed)
  for (let at = 0; at < ROUNDS; at += 1) expectWhole(await round(place, `r${at}`, next(), acknowledged))
}

const containing = (what: string, id: string | undefined) => expect.stringMatching(new RegExp(`^${what}.*${id}`))

function expectWhole({ lost, orphans, acknowledged, records, events }: Report): void {
  console.info(`${acknowledged} acknowledged, ${lost.length} lost, ${orphans.length} orphans of ${records} records and ${events} events`)
  expect({ lost, orphans }).toEqual({ lost: [], orphans: [] })
  expect([acknowledged, records, events].every((count) => count > 0)).toBe(true)
}
