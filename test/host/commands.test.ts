import { copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sqliteFunctions } from 'rapport-crm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bin, call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: KEY }
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

describe('rapport', () => {
  test('shows its commands, its version, and unknown commands', async () => {
    await using lab = await HostLab.open(bin)
    const [help, version, unknown, wrong, near, nearly] = await Promise.all([
      lab.run(['--help']),
      lab.run(['--version']),
      lab.run(['fly']),
      lab.run(['ingest', '--colour', 'red']),
      lab.run(['migrat']),
      lab.run(['migrate', '--statu']),
    ])
    for (const command of ['serve', 'migrate', 'key create|list|revoke', 'ingest <file|->', 'doctor'])
      expect(help.out).toContain(`  ${command}`)
    expect(version).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Unknown command fly') })
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Unknown option --colour\n') })
    expect(near).toMatchObject({ code: 1, err: expect.stringContaining('Unknown command migrat. Did you mean migrate?') })
    expect(nearly).toMatchObject({ code: 1, err: expect.stringContaining('Unknown option --statu. Did you mean status?') })
  })

  test('has an example of every command in its README', async () => {
    const [{ out }, readme] = await Promise.all([lab.run(['help']), readFile(new URL('../../host/README.md', import.meta.url), 'utf8')])
    const commands = [...new Set(out.match(/^ {2}[a-z]+/gm)?.map((each) => each.trim()))]
    expect(commands.length).toBeGreaterThan(10)
    const rows = [...readme.matchAll(/^\| `(\w+)` \| `rapport (\w+).*?` \| .+ \|$/gm)].map(([, name, example]) => [name, example])
    expect(rows).toEqual(commands.map((name) => [name, name]))
  })

  test('refuses an old Node before it loads anything, and names the needed one', async () => {
    await using lab = await HostLab.open(bin)
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })"
    const { code, out, err } = await lab.run(['serve'], { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(old)}"` })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^rapport needs Node\.js 22\.18 or newer, and this is v\S+ \(.*\)\n$/)
  })

  // npm unpacks files one after the other, so sources may be newer than their build.
  test.each([
    ['what is built where it is installed', 'node_modules/rapport-crm', 'built\n'],
    ['its sources in a checkout in which they are newer', 'rapport-crm', 'source\n'],
  ])('runs %s', async (_, folder, out) => {
    const root = join(lab.folder, folder)
    for (const each of ['core', 'adapters', 'plugins', 'host', 'dist/host']) await mkdir(join(root, each), { recursive: true })
    await copyFile(bin, join(root, 'host/bin.mjs'))
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'rapport-crm', type: 'module', exports: {} }))
    await writeFile(join(root, 'dist/host/cli.js'), "console.log('built')")
    await writeFile(join(root, 'host/cli.ts'), "console.log('source' as string)")
    await utimes(join(root, 'dist/host/cli.js'), 0, 0)
    await using installed = await HostLab.open(join(root, 'host/bin.mjs'))
    expect(await installed.run(['--help'])).toEqual({ code: 0, out, err: '' })
  })
})

describe('rapport migrate', () => {
  test('creates the schema, can run again, and leaves a database that doctor accepts', async () => {
    const done = { code: 0, out: 'The database is up to date.\n', err: '' }
    for (const time of [1, 2]) expect([time, await lab.run(['migrate'], environment)]).toEqual([time, done])
    const { code, out } = await lab.run(['doctor'], environment)
    expect(code).toBe(0)
    expect(out).toContain('journal_mode=wal, synchronous=full')
    expect(out).toContain('[ ok ] Schema')
    expect(out).not.toMatch(new RegExp(`FAIL|${KEY}`))
  })

  test('tells what is done and what is not, also while a host runs, and changes nothing', async () => {
    const misspelt = await lab.run(['migrate', '--status'], { ...environment, RAPPORT_PLUGIN: 'none' })
    expect(misspelt.err).toBe('rapport: RAPPORT_PLUGIN is no variable of Rapport; did you mean RAPPORT_PLUGINS?\n')
    const tell = async (option: string) => await lab.run(['migrate', option], environment)
    const [missing, named, sql] = [await tell('--status'), await tell('--dry-run'), await tell('--sql')]
    expect(await readdir(lab.folder)).toEqual([])
    expect(missing).toMatchObject({
      code: 2,
      err: '',
      out: expect.stringMatching(/^pending {2}\S+\n[\s\S]*\n0 done, \d+ pending, 0 unknown\n$/),
    })
    const names = missing.out.match(/(?<=^pending {2})\S+$/gm) ?? []
    expect(names.length).toBeGreaterThan(10)
    expect(named).toEqual({
      code: 0,
      err: '',
      out: `These would be run, each in a transaction:\n${names.map((each) => `  ${each}\n`).join('')}`,
    })

    // What is printed is what is run: it makes the same tables, indexes and triggers.
    expect((await lab.run(['migrate'], environment)).code).toBe(0)
    expect(sql).toMatchObject({ code: 0, err: '' })
    expect(schemaAfter(':memory:', sql.out)).toEqual(schemaAfter(join(lab.folder, 'crm.sqlite')))

    const host = await lab.serve(environment)
    const before = await readFile(join(lab.folder, 'crm.sqlite'))
    expect(await tell('--status')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`\n${names.length} done, 0 pending, 0 unknown\n`),
    })
    expect(await tell('--dry-run')).toMatchObject({ code: 0, out: 'The database is up to date: nothing would be run.\n' })
    expect(await tell('--sql')).toMatchObject({ code: 0, out: '-- The database is up to date: nothing would be run.\n' })
    expect(await readFile(join(lab.folder, 'crm.sqlite'))).toEqual(before)
    expect((await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
  })

  test('names what is pending of a database that is behind, and a database that is ahead', async () => {
    await lab.run(['migrate'], environment)
    const last = change((database) => {
      const name = database.prepare('select max(name) from rapport_migrations').pluck().get() as string
      database.prepare('delete from rapport_migrations where name = ?').run(name)
      return name
    })
    const behind = await lab.run(['migrate', '--status'], environment)
    expect(behind).toMatchObject({ code: 2, out: expect.stringMatching(/^done {5}\S+\n[\s\S]*, 1 pending, 0 unknown\n$/) })
    expect((await lab.run(['migrate', '--dry-run'], environment)).out).toBe(`These would be run, each in a transaction:\n  ${last}\n`)
    expect((await lab.run(['migrate', '--sql'], environment)).out.match(/^-- \d.*$/gm)).toEqual([`-- ${last}`])

    change((database) => database.exec("insert into rapport_migrations (name, executed_at) values ('2999-01-01-future', 0)"))
    const newer = expect.stringContaining('The database is newer than this version of Rapport: it has the migration 2999-01-01-future')
    expect(await lab.run(['migrate', '--status'], environment)).toMatchObject({ code: 2, out: newer })
    for (const option of ['--dry-run', '--sql'])
      expect(await lab.run(['migrate', option], environment)).toMatchObject({ code: 1, out: '', err: newer })
    expect(await lab.run(['migrate', '--sql', '--status'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Choose one of --status and --sql'),
    })
  })
})

function change<T>(work: (database: Database.Database) => T): T {
  const database = new Database(join(lab.folder, 'crm.sqlite'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function schemaAfter(file: string, sql = ''): unknown[] {
  const database = new Database(file)
  for (const [name, call] of Object.entries(sqliteFunctions)) database.function(name, { deterministic: true }, call)
  database.exec(sql)
  const schema = database
    .prepare(
      "select type, name, sql from sqlite_schema where name not like 'rapport_migrations%' and name not like 'sqlite%' order by type, name",
    )
    .all()
  database.close()
  return schema
}

describe('rapport key', () => {
  test('creates a key that a host accepts, lists it without its secret, and revokes it', async () => {
    const made = await lab.run(['key', 'create', '--name', 'ERP', '--scopes', 'read'], environment)
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^rk_[\w-]{40,}\n$/),
      err: expect.stringContaining('with read; it is shown only once'),
    })
    const secret = made.out.trim()
    const listed = await lab.run(['key', 'list'], environment)
    expect(listed.out).not.toContain(secret)
    const line = listed.out.split('\n').find((each) => each.includes('ERP')) ?? ''
    expect(line).toMatch(/active +never$/)
    const host = await lab.serve(environment)
    expect((await call(host, secret, '/api/v1/contacts')).status).toBe(200)
    expect((await call(host, secret, '/api/v1/contacts', { email: 'a@example.com' })).status).toBe(403)
    await host.signal('SIGTERM')
    const id = line.split(' ')[0] ?? ''
    expect(await lab.run(['key', 'revoke', id], environment)).toMatchObject({ code: 0, out: `The key ${id} is revoked.\n` })
    expect((await lab.run(['key', 'list'], environment)).out).not.toContain('ERP')
    expect(await lab.run(['key', 'revoke', id], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No API key has the id'),
    })
  })

  test('works through the host that has the file open, and says so', async () => {
    const host = await lab.serve(environment)
    const refused = await lab.run(['key', 'list'], environment)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('crm.sqlite is in use by another process of Rapport') })
    expect(refused.err).toContain('--url http://127.0.0.1:3000 --key <API key>')
    const made = await lab.run(['key', 'create', '--url', host.url, '--key', KEY, '--scopes', 'read,mcp', '--administration'])
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('with read,mcp and administration; it is') })
    expect((await call(host, made.out.trim(), '/api/v1/api-keys')).status).toBe(200)
    const listed = await lab.run(['key', 'list', '--url', `${host.url}/`], { RAPPORT_BOOTSTRAP_KEY: KEY })
    const line = listed.out.split('\n').find((each) => each.includes('read,mcp,administration')) ?? ''
    const id = line.split(' ')[0] ?? ''
    expect(await lab.run(['key', 'revoke', id, '--url', host.url, '--key', KEY])).toMatchObject({ code: 0 })
    expect((await call(host, made.out.trim(), '/api/v1/contacts')).status).toBe(401)
    // The key acts as this teammate.
    expect((await call(host, KEY, '/api/v1/users', { email: 'grace@acme.test', role: 'member' })).status).toBe(201)
    const through = ['--url', host.url, '--key', KEY]
    const hers = await lab.run(['key', 'create', '--user', 'Grace@acme.test', '--name', 'Hers', ...through])
    expect(hers).toMatchObject({ code: 0, err: expect.stringContaining('acts as Grace@acme.test') })
    const me = await call(host, hers.out.trim(), '/api/v1/me')
    expect(me.json).toMatchObject({ user: { email: 'grace@acme.test' }, key: { name: 'Hers', administration: false } })
    expect((await lab.run(['key', 'list', ...through])).out).toMatch(/Hers +grace@acme\.test/)
    const nobodys = await lab.run(['key', 'create', '--user', 'nobody@acme.test', ...through])
    expect(nobodys).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no teammate nobody@acme.test') })
  })

  test('names missing arguments', async () => {
    expect(await lab.run(['key'])).toMatchObject({ code: 1, err: 'rapport: Name an action: rapport key create, list or revoke <id>\n' })
    expect(await lab.run(['key', 'list', '--url', 'http://127.0.0.1:1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--url needs --key'),
    })
    expect(await lab.run(['key', 'list', '--url', 'http://127.0.0.1:1', '--key', KEY])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No host answers at http://127.0.0.1:1'),
    })
    const wrong = await lab.run(['key', 'create', '--scopes', 'read,fly'], environment)
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('/scopes/1') })
  })
})

describe('rapport plan', () => {
  test('sets the quota of the organization, and lists the plans', async () => {
    expect(await lab.run(['plan'], environment)).toMatchObject({ code: 1, err: expect.stringContaining('rapport plan <plan>') })
    expect(await lab.run(['plan', 'golden'], environment)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^rapport: Unknown plan "golden". The plans are unlimited, free, starter, .*\n$/),
    })
    const set = await lab.run(['plan', 'growth'], environment)
    expect(set).toMatchObject({ code: 0, out: 'The organization main has the plan growth.\n' })
    expect(await lab.run(['plan', 'growth', '--organization', 'none'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('none'),
    })
    const host = await lab.serve(environment)
    const me = await call(host, KEY, '/api/v1/me')
    expect(me.json).toMatchObject({ organization: { plan: 'growth' }, quota: { limit: 10_000, period: 'day' } })
    const held = await lab.run(['plan', 'free'], environment)
    expect(held).toMatchObject({ code: 1, err: expect.stringContaining('Stop the host that has it open first') })
  })
})

describe('rapport doctor', () => {
  test('creates nothing if there is no database', async () => {
    const { code, out } = await lab.run(['doctor'])
    expect(code).toBe(0)
    expect(out).toContain('[note] Database       data/rapport.sqlite does not exist yet')
  })

  test('reports invalid variables, files that are no database, and outdated schemas', async () => {
    const wrong = await lab.run(['doctor'], { PORT: 'http', HOST: 'a b' })
    expect(wrong).toMatchObject({ code: 1, err: '' })
    expect(wrong.out.match(/\[FAIL\] Configuration/g)).toHaveLength(2)
    await writeFile(join(lab.folder, 'crm.sqlite'), 'this is a letter and no database at all, however long it may be')
    expect(await lab.run(['doctor'], environment)).toMatchObject({ code: 1, out: expect.stringContaining('[FAIL] Database') })
    await writeFile(join(lab.folder, 'crm.sqlite'), '')
    expect(await lab.run(['doctor'], environment)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\[FAIL\] Schema +The database lacks \d+ migrations: run `rapport migrate`/),
    })
    const unreachable = await lab.run(['doctor'], { DATABASE_URL: 'postgres://crm:hunter2@127.0.0.1:1/crm' })
    expect(unreachable).toMatchObject({ code: 1, out: expect.stringContaining('The database does not answer (ECONNREFUSED)') })
    expect(unreachable.out).not.toContain('hunter2')
  })

  test('shows how messages are taken, one JSON line each, without a database', async () => {
    await writeFile(
      join(lab.folder, 'absence.eml'),
      'From: kim@theirs.example\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nBack on Monday.',
    )
    await writeFile(join(lab.folder, 'answer.txt'), 'Yes.\n\n> Tuesday?')
    const { code, out } = await lab.run(['email', 'inspect', 'absence.eml', 'answer.txt'])
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    const nothing = { recipients: [], message_ids: [] }
    expect(lines).toEqual([
      {
        file: 'absence.eml',
        kind: 'automatic',
        subject: 'Out of office',
        snippet: 'Back on Monday.',
        text: 'Back on Monday.',
        quoted: '',
        ...nothing,
      },
      { file: 'answer.txt', kind: 'message', subject: '', snippet: 'Yes.', text: 'Yes.', quoted: '> Tuesday?', ...nothing },
    ])
    expect(code).toBe(0)
    expect(await lab.run(['email'])).toMatchObject({ code: 1, err: expect.stringContaining('Say which messages to inspect') })
    expect(await lab.run(['email', 'inspect', 'gone.eml'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('gone.eml does not exist'),
    })
  })

  test('checks a running host', async () => {
    const host = await lab.serve(environment)
    expect(await lab.run(['doctor'], environment)).toMatchObject({
      code: 1,
      out: expect.stringContaining('check the running host with --url'),
    })
    const { code, out } = await lab.run(['doctor', '--url', host.url], environment)
    expect(out).toContain('[ ok ] Readiness      /readyz answers 200')
    expect(out).toMatch(/\[ ok \] Key +acts as \S+ of \S+ with read, write, delete, webhooks, mcp/)
    expect(code).toBe(0)
    expect(await lab.run(['doctor', '--url', host.url, '--key', 'rk_wrong'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('[FAIL] Key'),
    })
  })
})
