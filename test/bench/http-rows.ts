import { join } from 'node:path'
import { load, type Request } from './load.ts'
import { type Measurement, median, type Place, type Row } from './report.ts'
import { benchKey, type Server, startHost, startProbe } from './servers.ts'

const REPETITIONS = 3
const SECONDS = 3
// Code that runs for the first time is compiled first, here and there.
const WARM_UP_SECONDS = 4
const FILLED = 2000
const authorized = { authorization: `Bearer ${benchKey}` }

let serial = 0
const contact = () => {
  serial += 1
  return JSON.stringify({
    email: `person${serial}@company${serial % 500}.test`,
    first_name: 'Ada',
    last_name: `Number ${serial}`,
    company: `Company ${serial % 500}`,
  })
}

interface Work {
  readonly name: string
  readonly fill: boolean
  probe(index: number): Request
  ours(index: number): Request
}

export const works: Record<'create' | 'list' | 'look-up', Work> = {
  create: {
    name: 'create a contact',
    fill: false,
    probe: () => ({ method: 'POST', path: '/contacts', body: contact() }),
    ours: () => ({ method: 'POST', path: '/api/v1/contacts', body: contact(), headers: authorized }),
  },
  list: {
    name: 'list of 50',
    fill: true,
    probe: () => ({ method: 'GET', path: '/contacts' }),
    ours: () => ({ method: 'GET', path: '/api/v1/contacts?limit=50', headers: authorized }),
  },
  'look-up': {
    name: 'look-up by e-mail',
    fill: true,
    probe: (index) => ({ method: 'GET', path: `/contacts?email=fill${index % FILLED}@fill.test` }),
    ours: (index) => ({ method: 'GET', path: `/api/v1/contacts?email=fill${index % FILLED}@fill.test`, headers: authorized }),
  },
}

/** The rows that a client sees: a bare server and ours, by turns, under the same load. */
export const httpRows: readonly Measurement[] = [
  row('create', 'postgresql', 32, '6x'),
  row('create', 'postgresql', 1, '-'),
  row('create', 'sqlite', 32, '4x'),
  row('create', 'sqlite', 1, '-'),
  row('list', 'postgresql', 32, '3x'),
  row('list', 'sqlite', 32, '-'),
  row('look-up', 'postgresql', 32, '4x'),
  row('look-up', 'sqlite', 32, '-'),
]

function row(kind: keyof typeof works, database: 'sqlite' | 'postgresql', concurrency: number, must: string): Measurement {
  const work = works[kind]
  const name = `${work.name}, ${database}, c=${concurrency}`
  return {
    name,
    async measure(place): Promise<Row> {
      await using probe = await startProbe(
        database,
        database === 'sqlite' ? join(place.folder, `probe-${serial++}.sqlite`) : place.postgresUrl,
      )
      await using host = await startHost(urlOf(database, place))
      if (work.fill) await fill(probe, host)
      const rates = { probe: [] as number[], ours: [] as number[] }
      await load(probe.origin, work.probe, { concurrency, seconds: WARM_UP_SECONDS })
      await load(host.origin, work.ours, { concurrency, seconds: WARM_UP_SECONDS })
      for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
        rates.probe.push((await load(probe.origin, work.probe, { concurrency, seconds: SECONDS })).rate)
        rates.ours.push((await load(host.origin, work.ours, { concurrency, seconds: SECONDS })).rate)
      }
      return {
        name,
        probe: median(rates.probe),
        ours: median(rates.ours),
        unit: '/s',
        must,
        note: `${(await host.memory()).toFixed(0)} MB resident`,
      }
    },
  }
}

function urlOf(database: string, { folder, postgresUrl }: Place): string {
  return database === 'sqlite' ? `sqlite:${join(folder, `host-${serial++}.sqlite`)}` : postgresUrl
}

async function fill(probe: Server, host: Server): Promise<void> {
  for (let index = 0; index < FILLED; index += 1) {
    const body = JSON.stringify({ email: `fill${index}@fill.test`, first_name: 'Ada', last_name: `Number ${index}`, company: 'Fill' })
    await fetch(`${probe.origin}/contacts`, { method: 'POST', body }).then(
      (answer) => answer.text(),
      () => undefined,
    )
    await fetch(`${host.origin}/api/v1/contacts`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...authorized },
    }).then((answer) => answer.text())
  }
}
