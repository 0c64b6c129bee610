import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { deliveries } from './deliveries.ts'
import { ingestRows } from './ingest.ts'
import type { Measurement, Place, Row } from './report.ts'

type Kind = 'sqlite' | 'postgresql'

/** The rows that the engine alone decides: no transport in between. */
export const engineRows: readonly Measurement[] = [...ingestRows, delivery('sqlite', 1000), delivery('postgresql', 2500)]

function delivery(kind: Kind, must: number): Measurement {
  const name = `deliveries, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      const { rate, p50, p99 } = await deliveries({ storage: storage(kind, place) })
      return {
        name,
        ours: rate,
        unit: '/s',
        must: `${must}/s`,
        note: `commit to request p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (must 10, 50)`,
      }
    },
  }
}

function storage(kind: Kind, { folder, postgresUrl }: Place): Storage {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
