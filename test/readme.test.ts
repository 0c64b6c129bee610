import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, HostLab, type HostProcess } from './support/host.ts'
import { freePort } from './support/postgres.setup.ts'

// Each example is a process of its own, which spends half of its start on reading the package.
const cache = fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url))
const KEY = 'rk_readme_0123456789abcdef0123456789abcdef'
const blocks = [...(await readFile('README.md', 'utf8')).matchAll(/(?:<!-- (.+?) -->\n)?```(\w+)\n([\s\S]*?)```/g)].map(
  ([, how = '', language = '', code = '']) => ({ how, language, code }),
)

describe('the README', () => {
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

  it('has no block that is not run', () => {
    expect(blocks.filter(({ how, code }) => !how && !code.startsWith('npm ci && npm '))).toEqual([])
  })

  it('gives the two commands', () => {
    expect(blocks.filter(({ how }) => !how).map(({ code }) => code.trim())).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  })

  it.each(blocks.filter(({ how, language }) => how === 'run' && language === 'ts').map(({ code }, at) => [at, code]))(
    'runs example %i to its end',
    async (at, code) => {
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

  it.each(blocks.filter(({ how }) => how === 'host').map(({ language, code }, at) => [language, at, code]))(
    'calls the host as shown (%s, %i)',
    async (language, at, code) => {
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

  it('loads the plugins of its configuration', async () => {
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
