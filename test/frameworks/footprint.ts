import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { command, environment } from './install.ts'

// What `npm install rapport-crm` brings without any optional package, on Linux.
const MAX_PACKAGES = 84
const MAX_BYTES = 108_000_000
// From the first import to the first contact, by what importing MikroORM's driver alone takes, so that a slow machine says the same; about 2.
// And the memory behind it. The best of three counts.
const MAX_START = 4
const MAX_MEMORY = 155_000_000

const first = `
const started = performance.now()
const { Engine } = await import('rapport-crm')
const { sqlite } = await import('rapport-crm/sqlite')
const engine = await Engine.open({ storage: sqlite(':memory:') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
await crm.contacts.create({ email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
console.log(JSON.stringify({ ms: performance.now() - started, bytes: process.memoryUsage.rss() }))
await engine.close()
`
const driver = `
const started = performance.now()
await import('@mikro-orm/sqlite')
console.log(performance.now() - started)
`

/** Measures the installed package as it stands alone, without optional packages, and calls its host. Returns what is not as promised. */
export async function footprint(base: string): Promise<string[]> {
  const faults: string[] = []
  const within = (what: string, value: number, most: number) => {
    console.log(`${what}: ${value} of ${most}`)
    if (value > most) faults.push(`${what}: ${value}, at most ${most}`)
  }
  const installed = (await command('npm ls', base, 'npm', 'ls', '--all', '--parseable')).trim().split('\n')
  within('packages', installed.length - 1, MAX_PACKAGES)
  within('bytes', await bytesIn(join(base, 'node_modules')), MAX_BYTES)

  await writeFile(join(base, 'first.js'), first)
  await writeFile(join(base, 'driver.js'), driver)
  const starts: { readonly ms: number; readonly bytes: number }[] = []
  const imports: number[] = []
  while (starts.length < 3) {
    starts.push(JSON.parse(await command('first.js', base, process.execPath, 'first.js')) as (typeof starts)[0])
    imports.push(Number(await command('driver.js', base, process.execPath, 'driver.js')))
  }
  const [ms, bare] = [Math.min(...starts.map((each) => each.ms)), Math.min(...imports)]
  console.log(`milliseconds to the first contact: ${Math.round(ms)}, to import the driver alone: ${Math.round(bare)}`)
  within('the first contact by the import of the driver', Math.round((ms / bare) * 10) / 10, MAX_START)
  within('bytes of memory', Math.min(...starts.map(({ bytes }) => bytes)), MAX_MEMORY)
  return [...faults, ...(await hostAlone(base))]
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((each) => each.isFile()).map(async (each) => (await stat(join(each.parentPath, each.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The host serves REST, and says of the rest which package is missing. */
async function hostAlone(base: string): Promise<string[]> {
  const faults: string[] = []
  const [port, key] = [await freePort(), 'rk_footprint_0123456789abcdef']
  const env = { ...environment, PORT: String(port), DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: key }
  const host = spawn(process.execPath, ['node_modules/rapport-crm/host/bin.mjs', 'serve'], { cwd: base, env })
  let printed = ''
  for (const stream of [host.stdout, host.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  try {
    const site = `http://127.0.0.1:${port}`
    await answering(`${site}/readyz`, () => printed)
    const call = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const response = await fetch(site + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
      return { status: response.status, body: await response.text() }
    }
    const created = await call('/api/v1/contacts', { email: 'ada@lovelace.test' })
    if (created.status !== 201) faults.push(`POST /contacts answers ${created.status}: ${created.body}`)
    const tools = await call('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    if (tools.status !== 503 || !tools.body.includes('@modelcontextprotocol/server'))
      faults.push(`/mcp without its packages answers ${tools.status}: ${tools.body}`)
    const quote = await call('/api/v1/quotes', { currency: 'EUR', lines: [{ name: 'License', quantity: 1, unit_price: 10 }] })
    const pdf = await call(`/api/v1/quotes/${(JSON.parse(quote.body) as { id: string }).id}/pdf`)
    if (pdf.status !== 503 || !pdf.body.includes('pdfkit')) faults.push(`A PDF without its package answers ${pdf.status}: ${pdf.body}`)
    const about = new URLSearchParams({ object: 'contacts', record_id: (JSON.parse(created.body) as { id: string }).id, name: 'a.txt' })
    const file = await call(`/api/v1/attachments?${String(about)}`, {})
    if (file.status !== 503 || !file.body.includes('file-type'))
      faults.push(`A file without its package answers ${file.status}: ${file.body}`)
    const signIn = await call('/.well-known/openid-configuration')
    if (signIn.status !== 503 || !signIn.body.includes('oidc-provider'))
      faults.push(`Sign-in without its package answers ${signIn.status}: ${signIn.body}`)
    if (!printed.includes('npm install @modelcontextprotocol/server')) faults.push(`The host does not say what is missing:\n${printed}`)
  } finally {
    const ended = once(host, 'exit')
    host.kill()
    await ended
  }
  return faults
}

async function answering(url: string, printed: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The host does not answer:\n${printed()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
