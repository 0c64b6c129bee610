import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { docs } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { expect, it } from 'vitest'
import type { Callable } from '../../adapters/http/docs/call.ts'
import { curlOf, typescriptOf } from '../../adapters/http/docs/snippets.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

const callable: Callable = {
  method: 'PATCH',
  path: '/deals/{id}/lines/{line}',
  name: 'deals.updateLine',
  fields: [
    { name: 'id', in: 'path', kind: 'text', required: true },
    { name: 'line', in: 'path', kind: 'number', required: true },
    { name: 'tags', in: 'query', kind: 'list' },
    { name: 'filter', in: 'query', kind: 'object' },
    { name: 'If-Match', in: 'header', kind: 'text' },
  ],
  body: '{"name":"License"}',
}
const hostile = [
  `'; touch /tmp/owned; '`,
  '"$(touch /tmp/owned)"',
  '`touch /tmp/owned` $HOME ${HOME} !! \\',
  "it's {a,b} [1-3] * ? ~ # & | ; < >",
  '@/etc/passwd',
  '\uD800 é 漢 \u2028',
]

it.each(hostile)('passes %j through the shell as one word, as it is', async (text) => {
  const typed = { values: { id: text, line: '7', tags: text, filter: '{"amount":{"gte":5}}', 'If-Match': text }, body: text }
  const command = curlOf(callable, typed, 'http://crm.test/api/v1')
  const { stdout } = await run('bash', ['-euc', `curl() { printf '%s\\0' "$@"; }\nKEY=rk_test\n${command}`])
  const words = stdout.split('\0').slice(0, -1)
  const [, method, url = '', , key, , match, , type, how, body] = words
  expect(words).toHaveLength(11)
  expect([method, key, type]).toEqual(['PATCH', 'Authorization: Bearer rk_test', 'Content-Type: application/json'])
  const wellFormed = text.trim().toWellFormed()
  expect(match?.toWellFormed()).toBe(`If-Match: ${wellFormed}`)
  expect([how, body?.toWellFormed()]).toEqual([text.startsWith('@') ? '--data-raw' : '-d', wellFormed])
  // Nothing in it is a glob of curl.
  expect(url).toMatch(/^[\w:/.?&=%~-]+$/)
  const { pathname, searchParams } = new URL(url)
  expect(decodeURIComponent(pathname)).toBe(`/api/v1/deals/${wellFormed}/lines/7`)
  expect([...searchParams]).toEqual([
    ['tags', wellFormed],
    ['filter[amount][gte]', '5'],
  ])
})

it.each(hostile)('writes %j into TypeScript as the same text', async (text) => {
  const typed = { values: { id: text, line: '7' }, body: JSON.stringify({ note: text, __proto__: 1, 'a-b': [text] }) }
  const code = typescriptOf(callable, typed, 'http://crm.test/crm/api/v1')
  expect(code).toContain("createClient({ url: 'http://crm.test', path: '/crm/api/v1', key")
  const call = code.slice(code.indexOf('deals.updateLine') + 'deals.updateLine'.length, code.lastIndexOf(')'))
  expect(new Function(`return ${call}`)()).toEqual({ id: text.trim(), line: 7, note: text, 'a-b': [text] })
})

it('sends files as they are', () => {
  const upload: Callable = { method: 'POST', path: '/attachments', name: 'attachments.upload', fields: [], sends: 'content' }
  const typed = { values: {}, body: '' }
  const command = curlOf(upload, typed, 'http://crm.test/api/v1')
  expect(command).toContain("-H 'Content-Type: application/octet-stream'")
  expect(command).toContain("--data-binary '@report.pdf'")
  const code = typescriptOf(upload, typed, 'http://crm.test/api/v1')
  expect(code).toContain("attachments.upload({ content: new Blob(['what the file holds']) })")
})

it('writes calls of each operation that compile against the client', async () => {
  await using test = await testEngine()
  const site = docs(test.engine)
  const home = await (await site.fetch(new Request('http://crm.test/docs'))).text()
  const groups = [...home.matchAll(/href="\.\/(docs\/api\/[^"]+)"/g)].map(([, path = '']) => path)
  const snippets: string[] = []
  for (const path of new Set(groups)) {
    const text = await (await site.fetch(new Request(`http://crm.test/${path}`))).text()
    for (const [, shown = ''] of text.matchAll(/data-snippet="typescript">[^]*?<code>([^]*?)<\/code>/g)) snippets.push(unescaped(shown))
  }
  expect(snippets.length).toBe(test.engine.registry.list.length + 1)
  // Each ends with its call; the client is the same for all.
  const [first = ''] = snippets
  const opening = `${first.slice(0, first.indexOf('\n\n', first.indexOf('import')) + 2)}const crm = createClient({ url: "", key: "" })\n`
  const calls = snippets.map((each) => `{\n${each.slice(each.indexOf("?? '' })") + "?? '' })".length)}\n}`)
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'snippets-'))
  try {
    await writeFile(join(folder, 'calls.ts'), `${opening}${calls.join('\n')}\n{ await crm.contacts.create({ emial: '' }) }\n`)
    const paths = { 'rapport-crm/client': [join(root, 'adapters/client/index.ts')] }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { noEmit: true, paths },
        include: [join(folder, 'calls.ts')],
        exclude: [],
      }),
    )
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(folder, 'tsconfig.json'), '--pretty', 'false']
    const { stdout } = await run(process.execPath, args, { cwd: root }).catch((error: { stdout: string }) => error)
    // The planted one alone.
    expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/'emial' does not exist in type/)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescaped = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
