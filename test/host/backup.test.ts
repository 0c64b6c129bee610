import { copyFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyPages } from '../../host/backup.ts'
import { call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: KEY }
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

describe('rapport backup', () => {
  test('copies the database of a host that goes on writing, and a restored copy has everything of that moment', async () => {
    const host = await lab.serve({ ...environment, RAPPORT_RATE_LIMIT: '100000' })
    const batch = (name: string, from: number) =>
      Array.from({ length: 1000 }, (_, at) => ({ email: `${name}${from + at}@example.com`, first_name: 'x'.repeat(60) }))
    for (const from of [0, 1000])
      expect((await call(host, KEY, '/api/v1/contacts/bulk', { records: batch('early', from) })).status).toBe(200)
    const copied = new AbortController()
    const writing = (async () => {
      let written = 0
      for (; !copied.signal.aborted; written++) await call(host, KEY, '/api/v1/contacts', { email: `late${written}@example.com` })
      return written
    })()
    const ended = await lab.run(['backup', 'copy.sqlite'], environment)
    copied.abort()
    expect(await writing).toBeGreaterThan(0)
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toMatch(/^crm\.sqlite is copied to copy\.sqlite and checked: \d+\.\d MB in \d+\.\d s\n$/)
    // One file for its own account alone, and nothing beside it.
    expect((await readdir(lab.folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite'])
    expect((await stat(join(lab.folder, 'copy.sqlite'))).mode & 0o777).toBe(0o600)
    await host.signal('SIGTERM')

    await copyFile(join(lab.folder, 'copy.sqlite'), join(lab.folder, 'restored.sqlite'))
    const restored = { ...environment, DATABASE_URL: 'sqlite:restored.sqlite' }
    expect((await lab.run(['doctor'], restored)).out).toMatch(
      /journal_mode=wal, synchronous=full[\s\S]*Integrity +ok[\s\S]*\[ ok \] Schema/,
    )
    const again = await lab.serve(restored)
    const { json } = await call(again, KEY, '/api/v1/contacts/search', {
      filter: { field: 'email', op: 'contains', value: 'early' },
      count: true,
      limit: 1,
    })
    expect(json).toMatchObject({ total: 2000 })
    // It is a database like any other, which can be written.
    expect((await call(again, KEY, '/api/v1/contacts', { email: 'after@example.com' })).status).toBe(201)
  })

  test('copies one moment, in however many steps, and whatever is committed between them', async () => {
    await lab.run(['migrate'], environment)
    const [source, target] = ['crm.sqlite', 'copy.sqlite'].map((name) => join(lab.folder, name)) as [string, string]
    const host = new Database(source)
    host.exec('create table moments (step integer)')
    let steps = 0
    const pages = () => {
      steps += 1
      // Not at every step: without a moment of its own, the copy would begin again each time and never end.
      if (steps <= 3) host.prepare('insert into moments values (?)').run(steps)
      return 50
    }
    await copyPages(source, target, pages)
    const copied = new Database(target)
    const count = (database: Database.Database) => database.prepare('select count(*) from moments').pluck().get()
    const counts = [steps > 3, count(host), count(copied)]
    for (const each of [host, copied]) each.close()
    expect(counts).toEqual([true, 3, 0])
  })

  test('replaces a file only if it is told to, and never the database', async () => {
    await lab.run(['migrate'], environment)
    await writeFile(join(lab.folder, 'copy.sqlite'), 'a letter')
    await symlink('crm.sqlite', join(lab.folder, 'link.sqlite'))
    await writeFile(join(lab.folder, 'used.sqlite-wal'), '')
    const refusals: [string[], RegExp][] = [
      [['copy.sqlite'], /copy\.sqlite exists already: name another file, or replace it with --replace/],
      [['crm.sqlite', '--replace'], /crm\.sqlite belongs to the database itself/],
      [['link.sqlite', '--replace'], /link\.sqlite belongs to the database itself/],
      [['crm.sqlite.lock', '--replace'], /belongs to the database itself/],
      [['used.sqlite'], /used\.sqlite-wal exists/],
      [['.', '--replace'], /\. is no file/],
      [['nowhere/copy.sqlite'], /The folder nowhere does not exist/],
      [[], /Name the one file to write/],
    ]
    for (const [args, message] of refusals)
      expect(await lab.run(['backup', ...args], environment)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) })
    expect((await stat(join(lab.folder, 'copy.sqlite'))).size).toBe('a letter'.length)
    expect((await lab.run(['backup', 'copy.sqlite', '--replace'], environment)).code).toBe(0)
    expect((await lab.run(['doctor'], { ...environment, DATABASE_URL: 'sqlite:copy.sqlite' })).code).toBe(0)
    expect((await readdir(lab.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('says what cannot be copied, and how PostgreSQL is', async () => {
    await writeFile(join(lab.folder, 'letter.sqlite'), 'this is a letter and no database at all, however long it may be'.repeat(99))
    const cases: [string, RegExp][] = [
      ['sqlite:missing.sqlite', /missing\.sqlite does not exist: check DATABASE_URL/],
      ['sqlite::memory:', /A database in memory has no file/],
      ['sqlite:letter.sqlite', /letter\.sqlite cannot be copied: file is not a database/],
      ['postgres://crm:hunter2@127.0.0.1:1/crm', /pg_dump/],
    ]
    for (const [DATABASE_URL, message] of cases) {
      const ended = await lab.run(['backup', 'copy.sqlite'], { ...environment, DATABASE_URL })
      expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) })
      expect(ended.err).not.toContain('hunter2')
    }
    expect(await readdir(lab.folder)).toEqual(['letter.sqlite'])
    const sealed = { ...environment, RAPPORT_ENCRYPTION_KEYS: 'ab'.repeat(32) }
    await lab.run(['migrate'], sealed)
    expect((await lab.run(['backup', 'copy.sqlite'], sealed)).out).toContain('RAPPORT_ENCRYPTION_KEYS is not in it')
  })
})
