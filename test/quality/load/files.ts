import { setTimeout as after } from 'node:timers/promises'
import { cell, workbook } from '../../integration/imports/workbook.ts'
import { callerOf } from './callers.ts'
import { type DatabaseName, type LoadedHost, LoadLab } from './lab.ts'

// What a refusal may take, and what another caller may wait meanwhile (issue "Guards", 1).
const MUST_MS = { answer: 5000, wait: 50 }
// Of a request body.
const MOST = 30 * 1_048_576
// So long the other caller reads before and after.
const AROUND_MS = 100

interface Sent {
  readonly path: string
  readonly body: string
}

/** Files and request bodies that are small to send or as large as may be, and dear to read. */
const hostile: Readonly<Record<string, () => Sent>> = {
  'a workbook whose one cell stands in the last place of the grid': () =>
    upload(workbook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
  'a workbook with a cell of 20 MB': () => upload(workbook(`<row>${cell('A1', 'x'.repeat(20_000_000))}</row>`)),
  'a workbook of 1,000,000 rows': () => upload(workbook('<row><c><v>1</v></c></row>'.repeat(1_000_000))),
  'a workbook with a row of 1,000,000 cells': () => upload(workbook(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)),
  'a workbook of 1,000,000 levels': () => upload(workbook('<a>'.repeat(1_000_000))),
  'a workbook of 1,000,000 shared strings': () =>
    upload(workbook('', { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>` })),
  'a workbook of 200 MB of nothing': () => upload(workbook(' '.repeat(200_000_000))),
  'CSV of 1,000,000 rows': () => upload('a,b\n'.repeat(1_000_000)),
  'CSV with a row of 5,000,000 cells': () => upload(`a\n${','.repeat(5_000_000)}\n`),
  'CSV with a quote that nobody closes': () => upload(`a\n"${'x'.repeat(20_000_000)}`),
  'JSON of 5,000,000 records': () => upload(`[${'1,'.repeat(5_000_000)}1]`, 'json'),
  'JSON of 1,000,000 levels': () => upload('['.repeat(1_000_000), 'json'),
  'a record of 500,000 fields': () => upload(`[{${Array.from({ length: 500_000 }, (_, at) => `"k${at}":1`).join()}}]`, 'json'),
  'a body of small arrays': () => ({ path: '/contacts/bulk', body: `{"records":[${'[],'.repeat(MOST / 3 - 10)}[]]}` }),
  'a body of 100,000 levels': () => ({ path: '/contacts', body: '{"a":'.repeat(100_000) }),
  'a body of 1,000,000 keys': () => ({ path: '/contacts', body: `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}` }),
}

function upload(file: Uint8Array | string, format?: string): Sent {
  const content = typeof file === 'string' ? { content: file } : { content_base64: Buffer.from(file).toString('base64') }
  return { path: '/imports', body: JSON.stringify({ object: 'companies', ...content, ...(format && { format }) }) }
}

/** Sends each of them to a host while another caller reads: the answer, after how long it came, and the longest that the other waits. */
export async function files(database: DatabaseName): Promise<Record<string, unknown>> {
  await using lab = await LoadLab.open()
  const loaded = await lab.host(database, 1)
  const waits: number[] = []
  const reader = callerOf({ url: `${loaded.host.url}/healthz`, apart: 3 }, ({ ms }) => waits.push(ms))
  // The first file loads the reader of files.
  for (let at = 0; at < 3; at += 1) await call(loaded, upload('name\nLovelace Ltd\n'))
  const found: Record<string, unknown> = {}
  for (const [name, make] of Object.entries(hostile)) {
    const sent = make()
    await after(AROUND_MS)
    const before = await loaded.memory()
    waits.length = 0
    const answer = await call(loaded, sent)
    await after(AROUND_MS)
    const longest = Math.round(Math.max(...waits))
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.ms <= MUST_MS.answer
    const grown = Math.round((await loaded.memory()) - before)
    found[name] = { bytes: sent.body.length, ...answer, reads: waits.length, longest, grown, holds: isRefused && longest <= MUST_MS.wait }
  }
  await reader.terminate()
  return { ...found, alive: loaded.host.child.exitCode === null && loaded.host.child.signalCode === null }
}

async function call({ host, keys }: LoadedHost, { path, body }: Sent): Promise<{ status: number; code: unknown; ms: number }> {
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' }
  const started = performance.now()
  const response = await fetch(`${host.url}/api/v1${path}`, { method: 'POST', headers, body })
  const answer = (await response.json()) as { code?: unknown; errors?: readonly { code?: unknown }[] }
  return { status: response.status, code: answer.errors?.[0]?.code ?? answer.code, ms: Math.round(performance.now() - started) }
}
