import { join } from 'node:path'
import { load, type Request } from './load.ts'
import { type Measurement, median, type Place, type Row } from './report.ts'
import { benchKey, startHost, startProbe } from './servers.ts'

const REPETITIONS = 3
const SECONDS = 3
const WARM_UP_SECONDS = 4
const headers = {
  authorization: `Bearer ${benchKey}`,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

let serial = 0
const contact = () => {
  serial += 1
  return {
    email: `caller${serial}@company${serial % 500}.test`,
    first_name: 'Ada',
    last_name: `Number ${serial}`,
    company: `Company ${serial % 500}`,
  }
}
const message = (method: string, params: object): Request => ({
  method: 'POST',
  path: '/mcp',
  body: JSON.stringify({ jsonrpc: '2.0', id: (serial += 1), method, params }),
  headers,
})
const bareCreate = (): Request => ({ method: 'POST', path: '/contacts', body: JSON.stringify(contact()) })
const toolCreate = (): Request => message('tools/call', { name: 'create_contact', arguments: contact() })
const toolList = (): Request => message('tools/list', {})

/** What one client of the tools waits for, beside a bare server that makes the same row. */
export const mcpRows: readonly Measurement[] = [
  create('sqlite'),
  create('postgresql'),
  {
    name: 'mcp: tools/list of all tools, p50',
    async measure({ folder }): Promise<Row> {
      await using host = await startHost(`sqlite:${join(folder, `mcp-${serial++}.sqlite`)}`)
      await load(host.origin, toolList, { concurrency: 1, seconds: WARM_UP_SECONDS })
      const p50 = await repeated(host.origin, toolList)
      const answer = await fetch(`${host.origin}/mcp`, {
        method: 'POST',
        body: toolList().body!,
        headers: { ...headers, 'content-type': 'application/json' },
      })
      const kB = (await answer.text()).length / 1000
      return { name: this.name, ours: p50, unit: 'ms', must: '1 ms', note: `${kB.toFixed(0)} kB` }
    },
  },
]

function create(database: 'sqlite' | 'postgresql'): Measurement {
  const name = `mcp: tools/call of a create, p50, ${database}`
  return {
    name,
    async measure({ folder, postgresUrl }: Place): Promise<Row> {
      const file = (whose: string) => join(folder, `mcp-${whose}-${serial++}.sqlite`)
      await using probe = await startProbe(database, database === 'sqlite' ? file('probe') : postgresUrl)
      await using host = await startHost(database === 'sqlite' ? `sqlite:${file('host')}` : postgresUrl)
      await load(probe.origin, bareCreate, { concurrency: 1, seconds: WARM_UP_SECONDS })
      await load(host.origin, toolCreate, { concurrency: 1, seconds: WARM_UP_SECONDS })
      return {
        name,
        probe: await repeated(probe.origin, bareCreate),
        ours: await repeated(host.origin, toolCreate),
        unit: 'ms',
        must: '2 ms',
      }
    },
  }
}

async function repeated(origin: string, next: () => Request): Promise<number> {
  const medians = []
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    medians.push((await load(origin, next, { concurrency: 1, seconds: SECONDS })).p50)
  return median(medians)
}
