import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, HostLab, type HostProcess } from './support/host.ts'
import { freePort } from './support/postgres.setup.ts'

// Each example is a process of its own, which spends half of its start on reading the package.
const cache = fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url))
const KEY = 'rk_readme_0123456789abcdef0123456789abcdef'
const guides = 'adapters/http/docs/guides/'
const readme = await readFile('README.md', 'utf8')
const files = ['README.md', ...(await readdir(guides)).map((name) => guides + name)]
const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))
const blocks = texts.flatMap(([file, text]) =>
  [...text.matchAll(/(?:<!-- (.+?) -->\n)?```(\w+)\n([\s\S]*?)```/g)].map(([, how = '', language = '', code = '']) => {
    return { file, how, language, code }
  }),
)

describe('the README and the guides', () => {
  let folder: string
  let lab: HostLab
  let host: HostProcess

  // The examples import the package as it is published: `npm test` builds it first.
  beforeAll(async () => {
    folder = await mkdtemp('test/readme-')
    lab = await HostLab.open(bin)
    host = await (await lab.start({ DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: KEY })).ready()
  })
  afterAll(async () => {
    await lab[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('have no block that is not run', () => {
    expect(blocks.filter(({ how, code }) => !how && !code.startsWith('npm ci && npm '))).toEqual([])
  })

  it('stay short, and tell each task in a guide', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
    const tasks = ['embed', 'ingest', 'webhooks', 'workflows', 'agents', 'plugins', 'operate']
    for (const task of tasks) expect(readme).toContain(`](${guides}${task}.md)`)
    expect(files.slice(1).toSorted()).toEqual(tasks.map((task) => `${guides}${task}.md`).toSorted())
  })

  it('lead to files and headings that there are', async () => {
    const links = texts.flatMap(([file, text]) =>
      [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, to = '', anchor]) => ({ file, to, anchor })),
    )
    expect(links.length).toBeGreaterThan(20)
    const broken: string[] = []
    for (const { file, to, anchor } of links) {
      const text = await readFile(to === '' ? file : join(dirname(file), to), 'utf8').catch(() => undefined)
      const slugs = [...(text ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(/[^\w\s-]/g, ''))
      const isThere = text !== undefined && (anchor === undefined || slugs.some((slug) => slug.replaceAll(' ', '-') === anchor))
      if (!isThere) broken.push(`${file}: ${to}#${anchor}`)
    }
    expect(broken).toEqual([])
  })

  it('give the two commands', () => {
    expect(blocks.filter(({ how }) => !how).map(({ code }) => code.trim())).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  })

  it.each(blocks.filter(({ how, language }) => how === 'run' && language === 'ts').map(({ file, code }, at) => [at, file, code]))(
    'run example %i to its end (%s)',
    async (at, _file, code) => {
      const { exit, out, err } = await ended(await script(`run-${at}`, code))
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(out).not.toContain('false')
      expect(out).not.toBe('')
    },
  )

  it.each(blocks.filter(({ how }) => how.startsWith('serves')).map(({ how, code }, at) => [how, at, code]))('%s', async (how, at, code) => {
    const port = await freePort()
    const child = await script(`serve-${at}`, `${code.replace('3000', String(port))}\nprocess.send?.('up')`)
    await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('It ended')))])
    const answer = await fetch(`http://127.0.0.1:${port}${how.replace('serves ', '')}`)
    child.kill()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('lifecycle_stages')
  })

  it.each(blocks.filter(({ how }) => how === 'host').map(({ file, language, code }, at) => [language, at, file, code]))(
    'call the host as shown (%s, %i, %s)',
    async (language, at, _file, code) => {
      const own = code.replaceAll('http://127.0.0.1:3000', host.url)
      const child =
        language === 'ts'
          ? await script(`host-${at}`, own)
          : spawn('bash', ['-euo', 'pipefail', '-c', own.replaceAll('curl -s', 'curl -sf')], { env: { ...process.env, KEY } })
      const { exit, out } = await ended(child)
      expect({ exit, out }).toMatchObject({ exit: 0 })
      if (code.includes('/sync/ingest')) expect(JSON.parse(out)).toMatchObject({ created: 1, rejected: [] })
    },
  )

  it('load the plugins of its configuration', async () => {
    const [{ how, code } = { how: '', code: '' }] = blocks.filter(({ how }) => how.startsWith('rapport.config'))
    await writeFile(join(lab.folder, how), code)
    expect((await lab.run(['doctor'])).out).toContain('the bundled ones, sms-gateway 1.0.0')
  })

  async function script(name: string, code: string): Promise<ChildProcess> {
    const file = join(folder, `${name}.ts`)
    await writeFile(file, code)
    return spawn(process.execPath, [file], {
      env: { ...process.env, KEY, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  }
})

async function ended(child: ChildProcess): Promise<{ exit: number | null; out: string; err: string }> {
  let [out, err] = ['', '']
  child.stdout?.on('data', (data) => (out += data))
  child.stderr?.on('data', (data) => (err += data))
  await once(child, 'close')
  return { exit: child.exitCode, out, err }
}
