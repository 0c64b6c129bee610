import { sql } from 'kysely'
import { homeOf } from '../../platform/access/organization.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { CalendarMoment } from '../../kernel/values/relative-days.ts'
import { zoneOf } from '../../kernel/values/zone.ts'
import { naming } from '../../kernel/storage/records/naming.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { changedLast } from '../../records/search/grammar/field.ts'
import type { Related } from '../../records/search/grammar/searchable.ts'
import { withComputed } from './computed.ts'
import type { ConditionContext } from './context.ts'
import type { Needs } from './needs.ts'
import { isRecordRoot, recordRoots, type Scope, scopeOf } from './scope.ts'

/** The records of a run; one that is left out follows from the enrolled record, and null means that there is none. */
export interface RunRecords {
  readonly entity: { readonly type: string; readonly id: string } | null
  readonly contact?: string | null | undefined
  readonly company?: string | null | undefined
  readonly deal?: string | null | undefined
  readonly task?: string | null | undefined
}
type Found = ReadonlyMap<string, Row>
interface Services {
  readonly records: Records
  readonly types: RecordTypes
}

/**
 * What conditions read of the records of many runs, in their order; event, wait and split are added by who knows them. The number of
 * look-ups depends on what is needed and on the types of the enrolled records, not on the number of runs.
 */
export async function loadContexts(services: Services, needed: Needs, runs: readonly RunRecords[]): Promise<ConditionContext[]> {
  const { records, types } = services
  const { timezone, yearStart } = await homeOf(records)
  const moment = { now: records.unit.now, zone: await zoneOf(timezone), yearStart }
  const contexts = new Map<RunRecords, ConditionContext>()
  for (const [type, group] of Map.groupBy(runs, ({ entity }) => entity?.type ?? null)) {
    const loaded = await new Loading(services, scopeOf(types, type), group).records(needed)
    for (const run of group) contexts.set(run, { ...loaded(run), ...moment })
  }
  return runs.map((run) => contexts.get(run) ?? { entity: null, ...moment })
}

/** The records of runs that enroll records of one type. */
class Loading {
  readonly #services: Services
  readonly #scope: Scope
  readonly #runs: readonly RunRecords[]

  constructor(services: Services, scope: Scope, runs: readonly RunRecords[]) {
    this.#services = services
    this.#scope = scope
    this.#runs = runs
  }

  async records(needed: Needs): Promise<(run: RunRecords) => Omit<ConditionContext, keyof CalendarMoment>> {
    const { entityType } = this.#scope
    const own = await this.#own()
    const found = new Map<string, (run: RunRecords) => Row | null>()
    const warnings = new Map<Row, readonly string[]>()
    for (const [root, names] of needed.records) {
      const idOf = root === entityType ? entityId : await this.#idOf(root, own)
      const to = this.#scope.searchable.related[root]?.to
      const ids = new Set(this.#runs.flatMap((run) => idOf(run) ?? []))
      if (!to || ids.size === 0) continue
      const rows = root === entityType ? own : await this.#byId(to.entity, ids)
      const whole = await withComputed(this.#services, to, rows, names)
      for (const [row, said] of whole.warnings) warnings.set(row, said)
      found.set(root, (run) => whole.rows.get(idOf(run) ?? '') ?? null)
    }
    return (run) => {
      const mine = Object.fromEntries([...found].map(([root, of]) => [root, of(run)]))
      const said = Object.values(mine).flatMap((row) => (row && warnings.get(row)) ?? [])
      const record = (entityType !== null && mine[entityType]) || own.get(run.entity?.id ?? '') || null
      const named = recordRoots.map((root) => [root, mine[root] ?? null])
      return {
        entity: run.entity && { type: run.entity.type, record },
        ...Object.fromEntries(named),
        related: mine,
        ...(said.length > 0 && { warnings: said }),
      }
    }
  }

  async #own(): Promise<Found> {
    const { own } = this.#scope
    return own ? await this.#byId(own.entity, new Set(this.#runs.flatMap((run) => entityId(run) ?? []))) : new Map()
  }

  /** The record of a run that a prefix means: the one that the run has, else the one to which the enrolled record leads. */
  async #idOf(root: string, own: Found): Promise<(run: RunRecords) => string | null> {
    const relation = this.#scope.relations[root]
    const latest = relation?.latest && (await this.#latest(relation, [...own.keys()]))
    return (run) => {
      const given = isRecordRoot(root) ? run[root] : undefined
      if (given !== undefined || !relation) return given ?? null
      const id = run.entity?.id ?? ''
      return latest ? (latest.get(id) ?? null) : idIn(own.get(id)?.[relation.by ?? ''])
    }
  }

  async #byId(entity: Related['to']['entity'], ids: ReadonlySet<string>): Promise<Found> {
    const rows: readonly Row[] = await this.#services.records.findBy(entity, 'id', ids)
    return new Map(rows.map((row) => [String(row.id), row]))
  }

  /** By the id of the enrolled record, the one of several that was changed last. */
  async #latest({ to, latest }: Related, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (!latest || ids.length === 0) return new Map()
    const { records } = this.#services
    const { entity } = to
    const place = sql<number>`row_number() over (partition by ${sql.ref('naming.of')} order by ${changedLast('naming')} desc, ${sql.ref('naming.id')} desc)`
    let query = naming(records, entity, latest, ids)
      .select(['id', 'of', place.as('place')])
      .where('deleted_at', 'is', null)
    if (latest.status !== undefined) query = query.where('status', '=', latest.status)
    const rows = await records.db.selectFrom(query.as('ranked')).select(['id', 'of']).where('place', '=', 1).execute()
    return new Map(rows.map(({ id, of }) => [String(of), String(id)]))
  }
}

const entityId = ({ entity }: RunRecords): string | null => entity?.id ?? null
const idIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
