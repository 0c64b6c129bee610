import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { hostileRun } from '../kernel/egress/hostile-run.ts'
import { backlogsApart } from './backlog.ts'
import { conditionRows } from './condition-rows.ts'
import { deliveries } from './deliveries.ts'
import { deliveryProbe } from './delivery-probe.ts'
import { ingestRows } from './ingest.ts'
import { readRows } from './read-rows.ts'
import type { Measurement, Place, Row } from './report.ts'
import { transactionRows } from './transaction-rows.ts'

type Kind = 'sqlite' | 'postgresql'

/** The rows that the engine alone decides: no transport in between. */
export const engineRows: readonly Measurement[] = [
  ...readRows,
  ...conditionRows,
  ...transactionRows,
  ...ingestRows,
  delivery('sqlite', 1000),
  delivery('postgresql', 2500),
  backlog('sqlite'),
  backlog('postgresql'),
  hostile(),
]

function delivery(kind: Kind, must: number): Measurement {
  const name = `deliveries, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      const probe = await deliveryProbe(kind, kind === 'sqlite' ? join(place.folder, `${randomUUID()}.sqlite`) : place.postgresUrl)
      const { rate, p50, p99 } = await deliveries({ storage: storage(kind, place) })
      return {
        name,
        probe,
        ours: rate,
        unit: '/s',
        must: `${must}/s`,
        note: `commit to request p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (must 10, 50)`,
      }
    },
  }
}

// The probe of this row is the same engine without the dead endpoints and the backlog.
function backlog(kind: Kind): Measurement {
  const name = `healthy p99 beside a backlog, ${kind}`
  return {
    name,
    async measure({ folder, postgresUrl }): Promise<Row> {
      const target = kind === 'sqlite' ? join(folder, `${randomUUID()}.sqlite`) : postgresUrl
      const { baseline, beside, claim, silentSockets, memory } = await backlogsApart(kind, target)
      const looks = `claim ${claim.p50.toFixed(1)} ms, at most ${claim.most.toFixed(0)} (must 50)`
      const medians = `p50 ${baseline.p50.toFixed(1)} and ${beside.p50.toFixed(1)} ms`
      const note = `${medians}, ${looks}, ${silentSockets} sockets to 6 silent endpoints, ${memory.toFixed(0)} MB (must 250)`
      return { name, probe: baseline.p99, ours: beside.p99, unit: 'ms', must: '2x', note }
    },
  }
}

function hostile(): Measurement {
  const name = 'hostile receivers, 200 calls at once'
  return {
    name,
    async measure(): Promise<Row> {
      const { longest, grown, outcomes } = await hostileRun(200, 10_000)
      return { name, ours: longest, unit: 'ms', must: '10500 ms', note: `${outcomes.length} kinds, +${grown.toFixed(0)} MB (must 50)` }
    },
  }
}

function storage(kind: Kind, { folder, postgresUrl }: Place): Storage {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
