import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
// What npm publishes: `npm test` builds it first.
const published = join(root, 'dist')
const app = join(root, 'test/budget/app.ts')
const types = join(root, 'test/types.test-d.ts')

// The code and the declarations that a release holds, with some room. Of the code, 2.3 MB are the packages that are taken in, 0.11 MB the guides and the script of `/docs`, and 0.09 MB the schema of a new SQLite database. Of the declarations, 0.65 MB are those of the client.
const bytesBudget = { '.js': 8_100_000, '.d.ts': 9_300_000 }
// Four times what a machine without other work needs; the bench has the exact figure.
const START_MS = 2500
// Resident memory behind the first contact.
const MEMORY = 155_000_000
const firstContact = `
  const { Engine } = await import('rapport-crm')
  const { sqlite } = await import('rapport-crm/sqlite')
  const engine = await Engine.open({ storage: sqlite(':memory:') })
  const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
  await crm.contacts.create({ email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
  console.log(process.memoryUsage.rss())
  await engine.close()`
const start = `
  const { Engine } = await import('rapport-crm')
  const { sqlite } = await import('rapport-crm/sqlite')
  const engine = await Engine.open({ storage: sqlite(':memory:') })
  const { user, system } = process.cpuUsage()
  console.log((user + system) / 1000)
  await engine.close()`

describe('the types of an embedding app', () => {
  let folder: string

  // Written inside of the project, where it finds what it imports.
  beforeAll(async () => {
    const cache = join(root, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'budget-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('compiles against the published declarations with few instantiations, and exports declarations of its own that stay short', async () => {
    const outDir = join(folder, 'app')
    const emit = { noEmit: false, emitDeclarationOnly: true, declaration: true, rootDir: root, outDir, paths: pathsTo(published, 'd.ts') }
    const { output, figures } = await compile('app', emit, [app])
    expect(output).toBe('')
    const declarations = await readFile(join(outDir, 'test/budget/app.d.ts'), 'utf8')
    const measured = { instantiations: figures.get('Instantiations') ?? 0, types: figures.get('Types') ?? 0, bytes: declarations.length }
    console.info(measured)
    expect(declarations).not.toMatch(/\bany\b/)
    for (const [name, most] of Object.entries(budget)) expect([name, measured[name as keyof typeof budget]]).toEqual([name, within(most)])
  }, 60_000)

  it('gives the types of test/types.test-d.ts, and reports an unexpected one', async () => {
    const wrong = join(folder, 'wrong.ts')
    await writeFile(wrong, (await readFile(app, 'utf8')).replace('create({ email })', 'create({ emial: email })'))
    const { output } = await compile('types', { noEmit: true, paths: pathsTo(published, 'd.ts') }, [types, wrong])
    const errors = output.split('\n')
    expect(errors).toEqual([expect.stringMatching(/wrong\.ts.*'emial' does not exist in type/)])
  }, 60_000)

  it('compiles where the declarations of packages are checked, too, by the strictest rules', async () => {
    const strict = { skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: ['node'] }
    const { output, figures } = await compile('strict', { noEmit: true, ...strict, paths: pathsTo(published, 'd.ts') }, [app])
    console.info({ instantiations: figures.get('Instantiations') })
    expect(output).toBe('')
  }, 60_000)

  async function compile(name: string, compilerOptions: object, include: readonly string[]) {
    const project = join(folder, `${name}.json`)
    await writeFile(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include, exclude: [] }))
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--extendedDiagnostics', '--pretty', 'false']
    const { stdout } = await run(process.execPath, args, { cwd: root }).catch((error: { stdout: string }) => error)
    const lines = stdout.split('\n').filter((line) => line !== '')
    const figures = new Map(
      lines.flatMap((line) => [...line.matchAll(/^(\w[\w ]*):\s+(\d+)/g)].map(([, key = '', value]) => [key, Number(value)])),
    )
    return { output: lines.filter((line) => line.includes('error TS')).join('\n'), figures }
  }
})

describe('the package', () => {
  it.each(['core/index.js', 'adapters/sqlite/index.js', 'plugins/odoo/index.js'])(
    'says in one line that Node is too old for %s',
    async (entry) => {
      const older = `Object.defineProperty(process.versions, 'node', { value: '22.17.1' })`
      const ran = await run(process.execPath, [
        '-e',
        `${older}; import(${JSON.stringify(join(published, entry))}).catch(({ message }) => console.log(message))`,
      ])
      expect(ran.stdout).toBe(`rapport-crm needs Node.js 22.18 or newer, and this is 22.17.1 (${process.execPath})\n`)
    },
  )

  it.each(Object.entries(bytesBudget))('%s files have a bounded size', async (ending, most) => {
    const files = (await readdir(published, { recursive: true })).filter((file) => file.endsWith(ending))
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(published, file))).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.info({ ending, files: files.length, bytes })
    expect(bytes).toEqual(within(most))
  })

  it('has the licence of each package whose code is in it', async () => {
    const files = await readdir(published, { recursive: true })
    const maps = await Promise.all(files.filter((file) => file.endsWith('.js.map')).map((file) => readFile(join(published, file), 'utf8')))
    const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
    const taken = new Set(sources.flatMap((each) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(each)?.[1] ?? []))
    expect(taken).toContain('kysely')
    const licences = await Promise.all(
      files.filter((file) => file.endsWith('LICENSES.txt')).map((file) => readFile(join(published, file), 'utf8')),
    )
    const told = licences.flatMap((text) => [...text.matchAll(/^(\S+) [\d.]+ \(\S+\)$/gm)].map(([, name]) => name))
    expect([...taken].filter((name) => !told.includes(name))).toEqual([])
  })

  it('starts in bounded processor time: import, and an engine in memory', async () => {
    const measured: number[] = []
    // The machine may be busy with other work, so the best of three counts.
    while (measured.length < 3 && !measured.some((each) => each <= START_MS)) {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', start], { cwd: root })
      measured.push(Number(stdout))
    }
    console.info({ start: measured })
    expect(Math.min(...measured)).toEqual(within(START_MS))
  }, 60_000)

  it('takes bounded memory up to the first contact', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', firstContact], { cwd: root })
    console.info({ memory: Number(stdout) })
    expect(Number(stdout)).toEqual(within(MEMORY))
  }, 60_000)

  it('is written in letters of one byte, because Node keeps a file that holds another one with two bytes for each', async () => {
    const files = (await readdir(published, { recursive: true })).filter((file) => file.endsWith('.js'))
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(published, file), 'utf8')] as const))
    expect(texts.filter(([, text]) => /[\u0080-\uffff]/.test(text)).map(([file]) => file)).toEqual([])
  })
})

it('installs these packages and no others', () => {
  expect(Object.keys(manifest.dependencies)).toMatchInlineSnapshot(`
    [
      "@mikro-orm/core",
      "@mikro-orm/migrations",
      "@mikro-orm/postgresql",
      "@mikro-orm/sql",
      "@mikro-orm/sqlite",
      "@node-rs/argon2",
      "@opentelemetry/api",
      "@sinclair/typebox",
      "better-sqlite3",
      "csv-parse",
      "decimal.js",
      "email-providers",
      "fflate",
      "h3",
      "html-to-text",
      "htmlparser2",
      "iconv-lite",
      "ipaddr.js",
      "isbot",
      "iso-3166",
      "jose",
      "jsep",
      "kysely",
      "leven",
      "libphonenumber-js",
      "marked",
      "minisearch",
      "mitt",
      "nodemailer",
      "otpauth",
      "pg",
      "postal-mime",
      "prom-client",
      "reflect-metadata",
      "saxen",
      "semver",
      "temporal-polyfill",
      "tldts",
      "tsyringe",
      "undici",
      "uuid",
      "valibot",
    ]
  `)
})

it('pins every package to one version, so that an install is the one that was tested', () => {
  const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

// With 15 % of room over what was measured; more than that is worth a look before it is allowed.
const budget = { instantiations: 32_000, types: 5_600, bytes: 42_500 }
const within = (most: number) => expect.toSatisfy((measured: number) => measured > 0 && measured <= most, `at most ${most}`)

function pathsTo(folder: string, ending: string): Record<string, string[]> {
  return {
    'rapport-crm': [`${folder}/core/index.${ending}`],
    'rapport-crm/plugins/*': [`${folder}/plugins/*/index.${ending}`],
    'rapport-crm/*': [`${folder}/adapters/*/index.${ending}`],
  }
}
