import type { TObject } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import type { LaterRows } from '../../kernel/storage/writing/later-rows.ts'
import { storedValues } from '../../kernel/storage/records/stored.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { SetPlan } from './plan.ts'
import { readDrafts, rejectedOf } from './read.ts'
import { type Draft, externalId, type SetChange, type SetRules } from '../record-type/set-rules.ts'
import type { BulkResult, PlanOptions } from './schema.ts'
import { type Applied, fittingChanges, rejectionOf } from './fitting.ts'
import { keepFor } from './keep.ts'
import type { WrittenRecord } from './target.ts'

/** Writes records as sets: matched, decided and written in a few statements, each record judged alone. */
export class BulkWriter {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof BulkWriter.uses>

  constructor(uses: Resolved<typeof BulkWriter.uses>) {
    this.#uses = uses
  }

  /**
   * Creates what is new and completes what is known; a record that cannot be written keeps no other from it. Answers what became of
   * each, in the order sent. Nothing is written in a dry run, or where one is refused and `on_error` is `abort`.
   */
  async upsert(rules: SetRules, schema: TObject, inputs: readonly unknown[], options: PlanOptions): Promise<BulkResult> {
    const drafts = await readDrafts(rules, schema, inputs)
    await keepFor(
      this.#uses.records,
      rules,
      drafts.map(({ values }) => values),
    )
    const plan = new SetPlan(this.#uses.records, this.#uses.ids, rules, options)
    await plan.decide(drafts)
    const aborted = options.on_error === 'abort' && drafts.some(({ refusal }) => refusal)
    if (!aborted && !options.dry_run) await this.#write(rules, plan)
    return resultOf(drafts, plan, aborted, options.dry_run === true)
  }

  /** The same for those of these records that may be changed so; each of the others is rejected with its reason, and keeps no other from it. */
  async updateFitting(
    rules: SetRules,
    records: readonly AnyRecord[],
    changes: (record: AnyRecord) => Partial<AnyRecord>,
  ): Promise<Applied> {
    const judged = await fittingChanges(this.#uses.records, rules, records, changes)
    const sideEffects = await rules.follows?.(judged)
    const fitting = new Map(judged.flatMap(({ before, draft }) => (draft.refusal ? [] : [[before, draft.values] as const])))
    await sideEffects?.write([...fitting].map(([before, values]) => ({ ...before, ...values })))
    const changed = await this.update(rules, [...fitting.keys()], (record) => fitting.get(record) ?? {})
    const rejected = judged.flatMap(({ before: { id }, draft: { refusal } }) => (refusal ? [rejectionOf(id, refusal)] : []))
    return { changed: changed.length, rejected }
  }

  /** Values for every one of these records; answers those that differed, as they were and as they are. `later` takes their rows. */
  async update(
    rules: SetRules,
    records: readonly AnyRecord[],
    changes: (record: AnyRecord) => Partial<AnyRecord>,
    later?: LaterRows,
  ): Promise<readonly SetChange[]> {
    const updates = records.map((before) => ({
      before,
      changes: storedValues(rules.entity, changes(before), this.#uses.records.unit.actor, before),
    }))
    const changed = updates.filter(({ before, changes }) =>
      Object.entries(changes).some(([name, value]) => value !== undefined && !equal(before[name], value)),
    )
    await this.#uses.records.update(rules.entity, changed, { later })
    const written = changed.map(({ before, changes }) => ({ before, record: { ...before, ...changes } }))
    await rules.afterUpdate?.(written)
    return written
  }

  /**
   * Changes known records that are named by their ids, each by an input of its own, as single updates do: what each was and is, in the order
   * given. Throws `invalid_input` for the first that cannot be changed so, and nothing is written then.
   */
  async change(rules: SetRules, schema: TObject, inputs: readonly Row[]): Promise<readonly SetChange[]> {
    const drafts = await readDrafts(rules, schema, inputs)
    await keepFor(
      this.#uses.records,
      rules,
      drafts.map(({ values }) => values),
    )
    const plan = new SetPlan(this.#uses.records, this.#uses.ids, rules, { mode: 'update', match_on: 'id', named: true })
    await plan.decide(drafts)
    const changes = drafts.map(({ index, refusal }) => {
      const { before, record } = plan.statuses.get(index)?.target ?? { before: null, record: null }
      if (refusal || !before || !record)
        throw invalid(`/${refusal?.field ?? 'id'}`, refusal?.code ?? 'not_found', refusal?.reason ?? 'The record is gone')
      return { before, record }
    })
    await this.#write(rules, plan)
    return changes
  }

  /** New records, changed ones, their keys and what other records show of them, in a few statements each. */
  async #write(rules: SetRules, { targets, references, sideEffects, unclaimed }: SetPlan): Promise<void> {
    const used = await inOrder(
      targets.flatMap(({ id, before, record, changed }) => (changed && record ? [{ id, before, record }] : [])),
      rules,
    )
    const made = used.filter(({ before }) => before === null)
    const updated = used.flatMap(({ before, record }) => (before ? [{ before, record }] : []))
    await sideEffects?.write(used.map(({ record }) => record))
    const { quietly = false } = rules
    await this.#uses.records.insert(
      rules.entity,
      made.map(({ record }) => record),
      { quietly },
    )
    await this.#uses.records.update(
      rules.entity,
      updated.map(({ before, record }) => ({ before, changes: record })),
      { quietly },
    )
    const isClaimed = (provider: string | undefined, value: string) => !unclaimed.has(`${provider}\0${value}`)
    const links = (await mapInTurns(used, (target) => newLinks(target, rules))).flat()
    await references.linkMany(links.filter(({ provider, external_id }) => isClaimed(provider, external_id)))
    for (const key of rules.keys)
      for (const { before, record } of updated) {
        if (key.provider === undefined) continue
        const [old, now] = [further(key, before), further(key, record)]
        if (old.join('\n') !== now.join('\n')) {
          const claimed = now.filter((value) => isClaimed(key.provider, value))
          await references.replace(record, key.provider, claimed)
        }
      }
    await rules.afterUpdate?.(updated)
  }
}

// In the order of their first key, so that two sets rarely wait for each other crosswise.
async function inOrder(targets: readonly WrittenRecord[], { keys }: SetRules): Promise<WrittenRecord[]> {
  const ranked = await mapInTurns(targets, (target) => [target, keys.flatMap((key) => key.of(target.record))[0] ?? target.id] as const)
  const ranks = new Map(ranked)
  const rank = (target: WrittenRecord) => ranks.get(target) ?? ''
  return targets.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
}

/** External ids and, of new records, further values of keys. */
function newLinks(
  { id, before, record }: WrittenRecord,
  { keys }: SetRules,
): { record_id: string; provider: string; external_id: string }[] {
  const known = new Set(before ? externalId.of(before) : [])
  const given = new Set(externalId.of(record).filter((each) => !known.has(each)))
  const external = [...given].map((each) => {
    const [provider = '', external_id = ''] = each.split('\0')
    return { record_id: id, provider, external_id }
  })
  if (before) return external
  const others = keys.flatMap((key) =>
    further(key, record).map((external_id) => ({ record_id: id, provider: key.provider ?? '', external_id })),
  )
  return [...external, ...others]
}

/** The values of a key besides the one in its own field. */
function further({ provider, field, of }: SetRules['keys'][number], record: AnyRecord): string[] {
  return provider === undefined ? [] : [...new Set(of(record).filter((each) => each !== record[field]))]
}

function resultOf(drafts: readonly Draft[], plan: SetPlan, aborted: boolean, dry: boolean): BulkResult {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const results: BulkResult['results'] = drafts.map(({ index, refusal }) => {
    const { status = 'rejected' as const, target = null } = plan.statuses.get(index) ?? {}
    if (refusal || status === 'rejected') return { index, id: null, status: 'rejected' }
    const id = target && (target.before || !dry) ? target.id : null
    if (aborted) return { index, id: target?.before ? id : null, status: 'not_written' }
    if (status !== 'not_written') counts[status] += 1
    return { index, id, status }
  })
  return { ...counts, rejected: rejectedOf(drafts), results }
}
