import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/postgres.setup.ts'
import { command, environment, npmInstall, type Package } from './install.ts'

const KEY = 'rk_plugins_0123456789abcdef0123456789abcdef'
const START_MS = 60_000
const names = { vocabulary: 'meadow-erp', action: 'shop-floor', 'record-type': 'service-entry' } as const

/**
 * Makes a plugin of each kind by the command line of the package, installs, tests, checks and builds it as its README says, and calls what
 * they add on a host that loads them. Answers what is wrong.
 */
export async function judgePlugins({ base }: Package): Promise<string[]> {
  const started = performance.now()
  const folder = join(base, '..', 'plugins')
  try {
    await command('Linking the package', base, 'cp', '-al', base, folder)
    const bin = join(folder, 'node_modules', 'rapport-crm', 'host', 'bin.mjs')
    for (const [kind, name] of Object.entries(names))
      await command('rapport plugin new', folder, process.execPath, bin, 'plugin', 'new', kind, name)
    await install(folder)
    // One after the other: each uses more than one processor.
    for (const name of Object.values(names))
      for (const script of ['test', 'types', 'build'])
        await command(`${script} of ${name}`, join(folder, name), 'npm', 'run', '--silent', script)
    await served(folder, bin)
  } catch (error) {
    return [`plugins: ${(error as Error).message}`]
  }
  console.log(`plugins: as expected (${((performance.now() - started) / 1000).toFixed(1)} s in all)`)
  return []
}

// As workspaces, so that what they share is installed once.
async function install(folder: string): Promise<void> {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...manifest, workspaces: Object.values(names) }))
  await command('Installing the plugins', folder, ...npmInstall)
}

async function served(folder: string, bin: string): Promise<void> {
  const port = await freePort()
  const plugins = Object.values(names).map((name) => `./${relative(folder, join(folder, name, 'dist', 'index.js'))}`)
  const env = {
    ...environment,
    PORT: String(port),
    DATABASE_URL: 'sqlite::memory:',
    RAPPORT_BOOTSTRAP_KEY: KEY,
    RAPPORT_PLUGINS: plugins.join(','),
    SHOP_FLOOR_URL: 'https://shop-floor.example/messages',
  }
  const child = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  try {
    await Promise.race([
      ready(child, () => output),
      delay(START_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(`It does not start:\n${output}`))),
    ])
    await called(`http://127.0.0.1:${port}/api/v1`)
  } finally {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  while (!output().includes('Rapport serves at')) {
    if (child.exitCode !== null) throw new Error(`The host ended with ${child.exitCode}:\n${output()}`)
    await delay(50)
  }
}

async function called(api: string): Promise<void> {
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const response = await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return `${response.status} ${await response.text()}`
  }
  const expect = async (what: string, answer: Promise<string>, pattern: RegExp) => {
    const text = await answer
    if (!pattern.test(text)) throw new Error(`${what}: expected ${pattern}, and the host answers ${text.slice(0, 1000)}`)
  }
  const invoice = { DocNoX: 'I-1', DocDateX: '20260112', CustNoX: 'C-1', CustNameX: 'Birke', NetX: '21.50', CurX: 'EUR' }
  const batch = { provider: 'custom:erp', object: 'invoices', records: [invoice] }
  await expect('The vocabulary', call('POST', '/sync/ingest', batch), /^200 .*"created":1/s)
  await expect('The vocabulary', call('GET', '/sync/runs'), /^200 .*"vocabulary":"meadow-erp"/s)
  const step = (config: object) => ({
    name: 'Tell them',
    settings: { record_type: 'contact' },
    steps: [{ type: 'shop_floor.send', config }],
  })
  await expect('The action', call('POST', '/workflows', step({ text: 'Hello' })), /^201 /)
  await expect('The action', call('POST', '/workflows', step({ text: '' })), /^422 .*steps\/0\/config\/text/s)
  await expect('The record type', call('POST', '/service-entries', { code: 'A-1', title: 'Blue' }), /^201 .*"code":"A-1"/s)
  await expect('The record type', call('POST', '/service-entries/search', { q: 'blue' }), /^200 .*"code":"A-1"/s)
}
