import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { operationsOf, type Methods } from './client/generate.ts'
import { storedSchemas } from './stored-schema.ts'

// node -C source test/quality/surface/dump.ts <checkout>: prints what the outside sees of that checkout, as JSON. The checkout's public
// entries are imported by their files, so that one script reads every version of the package.

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly source: string } | string>>
}

/** Everything that clients and databases depend on. */
export interface Surface {
  readonly openapi: unknown
  /** Of each operation, by group and method: its id, its route, and what of its answer is certain. */
  readonly operations: Methods
  readonly catalog: unknown
  readonly errors: unknown
  readonly tools: Readonly<Record<string, unknown>>
  readonly schemas: Readonly<Record<string, unknown>>
}

/** Reads the surface of the checkout in the folder `root`. */
async function surfaceOf(root: string): Promise<Surface> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  const load = async (entry: string): Promise<unknown> => {
    const target = manifest.exports[entry]
    if (target === undefined || typeof target === 'string') throw new Error(`${root} has no entry "${entry}"`)
    return await import(pathToFileURL(join(root, target.source)).href)
  }
  const core = (await load('.')) as typeof import('rapport-crm')
  const { http } = (await load('./http')) as typeof import('rapport-crm/http')
  const { mcp } = (await load('./mcp')) as typeof import('rapport-crm/mcp')
  const { testEngine } = (await load('./testing')) as typeof import('rapport-crm/testing')
  const { plugins } = (await import(pathToFileURL(join(root, 'host/plugins.ts')).href)) as typeof import('../../../host/plugins.ts')
  const { sqlite } = (await load('./sqlite')) as typeof import('rapport-crm/sqlite')
  const { postgresql } = (await load('./postgresql')) as typeof import('rapport-crm/postgresql')

  const { engine, key, close } = await testEngine({ plugins })
  try {
    const rest = http(engine)
    const headers = { authorization: `Bearer ${key}` }
    const get = async (path: string) => await json(await rest.fetch(new Request(`http://localhost/api/v1${path}`, { headers })))
    const server = mcp(engine)
    const tools = async (query: string) => await listTools((request) => server.fetch(request), key, query)
    return {
      openapi: await get('/openapi.json'),
      operations: operationsOf(engine.registry),
      // Without its version, which is a checksum of the rest and of its texts.
      catalog: { ...((await get('/catalog')) as object), version: undefined },
      errors: core.errorCatalog,
      tools: { all: await tools(''), lean: await tools('?surface=lean'), readonly: await tools('?readonly=1') },
      schemas: await storedSchemas({
        sqlite: async (file) => await (await core.Engine.open({ storage: sqlite(file) })).close(),
        postgresql: async (url, schema) => await (await core.Engine.open({ storage: postgresql({ url, schema }) })).close(),
      }),
    }
  } finally {
    await close()
  }
}

/** Every page of the tool list. */
async function listTools(send: (request: Request) => Promise<Response>, key: string, query: string): Promise<unknown[]> {
  const tools: unknown[] = []
  let cursor: string | undefined
  do {
    const params = {
      ...(cursor !== undefined && { cursor }),
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'surface', version: '1' },
      },
    }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params })
    const answer = await json(await send(new Request(`http://localhost/mcp${query}`, { method: 'POST', headers, body })))
    const { result } = answer as { readonly result: { readonly tools: readonly unknown[]; readonly nextCursor?: string } }
    tools.push(...result.tools)
    cursor = result.nextCursor
  } while (cursor !== undefined)
  return tools
}

async function json(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return await response.json()
}

// The event loop may hold connections of the databases; the output is written whole before the process ends.
const surface = await surfaceOf(resolve(process.argv[2] ?? '.'))
process.stdout.write(JSON.stringify(surface), () => process.exit(0))
