import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bin, call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: KEY }
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open(bin)
})

afterEach(() => lab[Symbol.asyncDispose]())

const write = async (path: string, text: string) => {
  await mkdir(join(lab.folder, path, '..'), { recursive: true })
  await writeFile(join(lab.folder, path), text)
}

/** A module with one operation, which TypeScript would refuse to run unstripped. */
const pinging = (name: string) => `
  import { Type } from '@sinclair/typebox'
  import { group, operation, plugin } from 'rapport-crm'
  const answer: boolean = true
  const ping = operation({
    id: '${name}Ping', summary: 'Check whether it responds', scope: 'read', route: 'GET /${name}/ping', mcp: true,
    input: Type.Object({}), output: Type.Object({ pong: Type.Boolean() }), uses: {}, handle: async () => ({ pong: answer }),
  })
  export const ${name} = plugin({ name: '${name}', version: '1.0.0', operations: { ${name}: group('ERP', { ping }) } })`

/** A package as npm installs it. */
const installed = async (name: string, text: string) => {
  const folder = `node_modules/${name}`
  await write(`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', exports: { import: './index.js' } }))
  await write(`${folder}/index.js`, text)
}

describe('Plugins of the host', () => {
  test('come from modules and packages that RAPPORT_PLUGINS names, and from rapport.config.ts, and use the engine that loads them', async () => {
    await write('erp.ts', pinging('erp'))
    await installed(
      '@acme/tools',
      `
      import { CrmError } from 'rapport-crm'
      const tool = { name: 'refuse', description: 'Refuses', inputSchema: { type: 'object' } }
      const call = async () => { throw new CrmError('conflict', 'Not so') }
      export default async () => [{ name: 'acme-tools', version: '1.0.0', adapters: { mcp: { tools: [{ tool, call }] } } }]`,
    )
    await write('own/plan.ts', pinging('plan'))
    await write(
      'rapport.config.ts',
      `
      import { plan } from './own/plan.ts'
      export default { plugins: [plan, './erp.ts'] }`,
    )
    const host = await lab.serve({ ...environment, RAPPORT_PLUGINS: '@acme/tools' })
    for (const name of ['erp', 'plan'])
      expect(await call(host, KEY, `/api/v1/${name}/ping`)).toMatchObject({ status: 200, json: { pong: true } })
    const refused = await fetch(`${host.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'refuse', arguments: {} } }),
    })
    // An error of another copy of the engine would be hidden as an internal one.
    expect(await refused.text()).toContain('Not so')
    await host.signal('SIGTERM')
    const doctor = await lab.run(['doctor'], { ...environment, RAPPORT_PLUGINS: '@acme/tools' })
    expect(doctor).toMatchObject({ code: 0, out: expect.stringContaining('the bundled ones, plan 1.0.0, erp 1.0.0, acme-tools 1.0.0') })
  })

  test('that do not load end the start, with a line for each', async () => {
    const plugins = {
      'throws.mjs': [`throw new Error('No licence\\nin line 3')`, 'does not load: No licence'],
      'imports.mjs': [`import 'absent'`, "does not load: Cannot find package 'absent'"],
      'syntax.mjs': ['export default {', 'does not load: '],
      'none.mjs': ['export const limit = 1', 'exports no plugin'],
      'function.mjs': [`export default () => { throw new Error('No address') }`, 'No address'],
      'shape.mjs': [`export default { name: 'shape', version: '1.0.0', operation: {} }`, 'No plugin has `operation`'],
      'list.mjs': [`export default { name: 'list', version: '1.0.0', actions: {} }`, '`actions` must be a list'],
      'name.mjs': [`export default { name: 'Our ERP', version: '1.0.0' }`, '`name` must be kebab-case'],
      'version.mjs': [`export default { name: 'version', version: 'one' }`, '`version` must be a version'],
      'requires.mjs': [
        `export default { name: 'our-erp', version: '1.0.0', requires: { companies: '^9.0.0' } }`,
        'our-erp requires companies ^9.0.0, but 1.',
      ],
      'taken.mjs': [`export default { name: 'xero', version: '1.0.0' }`, 'The feature xero is there twice'],
    }
    for (const [name, [text = '']] of Object.entries(plugins)) await write(name, text)
    const names = [...Object.keys(plugins), './absent.ts', '@acme/absent']
    const ended = await lab.run(['serve'], { ...environment, RAPPORT_PLUGINS: names.join(',') })
    expect(ended).toMatchObject({ code: 1, out: '' })
    const lines = ended.err.trim().split('\n')
    expect(lines[0]).toBe('rapport: Plugins cannot be loaded:')
    for (const [name, [, reason]] of Object.entries(plugins))
      expect(lines.filter((line) => line.startsWith(`  ${name}: `))).toEqual([expect.stringContaining(`  ${name}: ${reason}`)])
    expect(ended.err).toContain(`  ./absent.ts: there is no ${join(lab.folder, 'absent.ts')}`)
    expect(ended.err).toContain('  @acme/absent: there is no such package here')
    expect(lines).toHaveLength(names.length + 1)
    const doctor = await lab.run(['doctor'], { ...environment, RAPPORT_PLUGINS: names.join(',') })
    expect(doctor.code).toBe(1)
    expect(doctor.out.match(/\[FAIL\] Plugins/g)).toHaveLength(names.length)
  })

  test.each([
    ['no default export', 'export const plugins = []', 'rapport.config.mjs: must have a default export'],
    ['another setting', 'export default { port: 3000 }', 'rapport.config.mjs: knows `plugins` only, and has `port`'],
    ['no list', 'export default { plugins: {} }', 'rapport.config.mjs: `plugins` must be a list'],
    ['an entry that is no plugin', 'export default { plugins: [{}] }', 'rapport.config.mjs, an entry that is no plugin: `name` must be'],
    ['a module that is not there', `export default { plugins: ['./absent.ts'] }`, 'rapport.config.mjs: there is no '],
  ])('are refused where the configuration has %s', async (_, text, reason) => {
    await write('rapport.config.mjs', text)
    expect(await lab.run(['migrate'], environment)).toMatchObject({ code: 1, err: expect.stringContaining(`  ${reason}`) })
  })
})

describe('MCP of the host', () => {
  const post = (url: string, method: string, params: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

  test('has sessions, other names and few toolsets where its environment says so', async () => {
    const host = await lab.serve({ ...environment, RAPPORT_MCP_SESSIONS: 'true', RAPPORT_MCP_TOOLSETS: 'quotes' })
    expect((await post(host.url, 'initialize', client)).headers.get('mcp-session-id')).toMatch(/.+/)
    await host.signal('SIGTERM')
    const open = await lab.serve({ ...environment, RAPPORT_MCP_TOOLSETS: 'quotes' })
    const begun = await post(open.url, 'initialize', client)
    expect([begun.status, begun.headers.get('mcp-session-id')]).toEqual([200, null])
    const tools = await (await post(open.url, 'tools/list', {})).text()
    expect(tools).toContain('create_quote')
    expect(tools).not.toContain('create_contact')
  })

  test('does not start with a toolset that there is not', async () => {
    const ended = await lab.run(['serve'], { ...environment, PORT: '0', RAPPORT_MCP_TOOLSETS: 'qoutes' })
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('Unknown toolset qoutes. Did you mean quotes?') })
  })
})
