import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { unknownVariables } from '../../host/config.ts'
import { call, type Environment, HostProcess } from '../support/host.ts'
import { freePort } from '../support/postgres.setup.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFile(join(root, 'host/docker', name), 'utf8')
const [dockerfile, single, pair] = (await Promise.all(['Dockerfile', 'compose.yaml', 'compose.postgresql.yaml'].map(read))) as [
  string,
  string,
  string,
]
const SECRETS = '/run/secrets/rapport.env'
const KEY = 'rk_first_key_of_these_tests'

/** The instructions of the image that is run, which is the last one of the file. */
const instructions = dockerfile
  .split(/^FROM /m)
  .at(-1)!
  .split('\n')
  .slice(1)
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.match(/^([A-Z]+) (.*)$/)!.slice(1) as [string, string])
const instruction = (name: string) => instructions.filter(([each]) => each === name).map(([, value]) => value)
const command = (name: string) => JSON.parse(instruction(name)[0]!.replace(/^.*?CMD /, '')) as string[]
const variables = Object.fromEntries(
  instruction('ENV').flatMap((line) => line.split(' ').map((each) => each.split('=') as [string, string])),
)

describe('the image', () => {
  test('runs as a user without rights, writes to its data only, and stops as the host does', () => {
    expect(instruction('USER')).toEqual(['node'])
    expect(instruction('VOLUME')).toEqual(['/app/data'])
    expect(instruction('WORKDIR')).toEqual(['/app'])
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM'])
    // Signals reach the host only if no shell is between.
    for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) expect(command(name)).not.toContain('sh')
    expect(instruction('EXPOSE')).toEqual([variables['PORT']])
  })

  test('has every optional package but that of example data', async () => {
    const { peerDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      peerDependencies: Record<string, string>
    }
    const wanted = Object.entries(peerDependencies).filter(([name]) => name !== '@faker-js/faker')
    expect(wanted.filter(([name, range]) => !dockerfile.includes(` ${name}@${range} `))).toEqual([])
  })

  test('is described with variables that the host knows', () => {
    const named = [dockerfile, single, pair].flatMap((text) => text.match(/\bRAPPORT_[A-Z_]+/g) ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(unknownVariables(Object.fromEntries(named.map((name) => [name, 'x'])))).toEqual([])
  })

  test.each([
    ['compose.yaml', single],
    ['compose.postgresql.yaml', pair],
  ])('is confined in %s', (_, text) => {
    const wanted = [
      'read_only: true',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
      'mem_limit: 512m',
      'stop_grace_period: 15s',
    ]
    expect(wanted.filter((each) => !text.includes(each))).toEqual([])
    // No port is open to other machines, and no secret lies in the file.
    for (const [published] of text.matchAll(/(?<=ports: \[').*?(?=')/g)) expect(published).toMatch(/^127\.0\.0\.1:\d+:3000$/)
    expect(text).not.toMatch(/(PASSWORD|KEYS?)[=:] *[^\s,_/]/)
  })
})

describe('the commands of the image, with the packed package', () => {
  let folder: string
  const hosts: HostProcess[] = []

  // What `npm install` makes of the package, with links to what it depends on.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-image-'))
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    const modules = join(folder, 'node_modules')
    await mkdir(join(modules, 'rapport-crm'), { recursive: true })
    await run('tar', ['--extract', '--strip-components=1', '--file', join(folder, tarball), '--directory', join(modules, 'rapport-crm')])
    const packages = (await readdir(join(root, 'node_modules'))).filter((name) => !name.startsWith('.') && name !== '@faker-js')
    await Promise.all(packages.map((name) => symlink(join(root, 'node_modules', name), join(modules, name))))
    await mkdir(join(folder, 'data'))
  }, 60_000)

  afterAll(async () => {
    await Promise.all(
      hosts.filter(({ child }) => child.exitCode === null && child.signalCode === null).map((each) => each.signal('SIGKILL')),
    )
    await rm(folder, { recursive: true, force: true })
  })

  async function start(settings: Environment): Promise<HostProcess> {
    const file = join(folder, `${randomUUID()}.env`)
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const [node, first = '', ...rest] = [...command('ENTRYPOINT'), ...command('CMD')].map((each) => each.replace(SECRETS, file))
    expect(node).toBe('node')
    const { PATH: _, ...environment } = variables
    const host = new HostProcess(first, rest, { ...environment, HOST: '127.0.0.1', PORT: String(await freePort()) }, folder)
    hosts.push(host)
    return await host.ready()
  }

  const isHealthy = async (host: HostProcess) => {
    const [node, ...args] = command('HEALTHCHECK')
    expect(node).toBe('node')
    const { port } = new URL(host.url)
    return await run(process.execPath, args, { env: { PORT: port } }).then(
      () => true,
      () => false,
    )
  }

  test('serve SQLite from the folder of the data, are healthy until they stop, and stop with SIGTERM', { timeout: 60_000 }, async () => {
    const host = await start({ RAPPORT_BOOTSTRAP_KEY: KEY, RAPPORT_ENCRYPTION_KEYS: 'ab'.repeat(32) })
    expect((await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
    expect(await isHealthy(host)).toBe(true)
    expect((await host.signal('SIGTERM')).code).toBe(0)
    expect(await isHealthy(host)).toBe(false)
    expect(await readdir(join(folder, 'data'))).toContain('rapport.sqlite')
    // Nothing else was written, so that the rest of the image may be read-only.
    expect((await readdir(folder)).filter((name) => !/\.(tgz|env)$/.test(name))).toEqual(['data', 'node_modules'])
    expect(await readdir(join(folder, 'node_modules/rapport-crm'))).not.toContain('data')
  })

  // The image has no package that is optional.
  test('name the package that example data need', async () => {
    const environment = { DATABASE_URL: 'sqlite::memory:' }
    const asked = new HostProcess('node_modules/rapport-crm/host/bin.mjs', ['seed'], environment, folder)
    hosts.push(asked)
    const err = 'rapport: rapport seed takes names from a package that is not there: npm install @faker-js/faker\n'
    expect(await asked.end()).toEqual({ code: 1, out: '', err })
  })

  test('serve one PostgreSQL from two containers, which are replaced one after the other', { timeout: 60_000 }, async () => {
    const schema = `image_${randomUUID().replaceAll('-', '')}`
    const settings = {
      DATABASE_URL: `${inject('postgresUrl')}?schema=${schema}`,
      RAPPORT_BOOTSTRAP_KEY: KEY,
      RAPPORT_ENCRYPTION_KEYS: 'ab'.repeat(32),
    }
    const [one, two] = await Promise.all([start(settings), start(settings)])
    try {
      expect((await call(one, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
      expect((await one.signal('SIGTERM')).code).toBe(0)
      expect((await call(two, KEY, '/api/v1/contacts')).json['contacts']).toHaveLength(1)
      const next = await start(settings)
      expect((await two.signal('SIGTERM')).code).toBe(0)
      expect((await call(next, KEY, '/api/v1/contacts')).json['contacts']).toHaveLength(1)
      expect((await next.signal('SIGTERM')).code).toBe(0)
    } finally {
      const client = new Client({ connectionString: inject('postgresUrl') })
      await client.connect()
      await client.query(`drop schema if exists ${schema} cascade`)
      await client.end()
    }
  })
})
