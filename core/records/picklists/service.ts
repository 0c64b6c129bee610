import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import { StoredFilters } from '../record-type/stored-filters.ts'
import { foldText } from '../search/grammar/text.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { listFor } from '../../kernel/storage/records/place-cursor.ts'
import { pageOfAll } from '../../kernel/storage/records/whole-list.ts'
import { Picklist } from './entity.ts'
import { picklistFields } from './fields.ts'
import { definitionOf, type PicklistName, picklistNames, type Value } from './lists.ts'
import { AT_ONCE, PicklistRenaming } from './renaming.ts'
import { ordered, renamesOf } from './replacement.ts'
import type { PicklistQuery, PicklistRecord, PicklistReplacement, Picklists } from './schema.ts'
import { forgetValues, picklistsName } from './values.ts'

type Shown = Static<typeof PicklistRecord>
type Replacement = Static<typeof PicklistReplacement>

/** The lists of words that an organization makes its own. */
export class PicklistService {
  static readonly uses = {
    records: Records,
    ids: Ids,
    jobs: Jobs,
    renaming: PicklistRenaming,
    conditions: StoredFilters,
    types: RecordTypes,
  }
  readonly #uses: Resolved<typeof PicklistService.uses>

  constructor(uses: Resolved<typeof PicklistService.uses>) {
    this.#uses = uses
  }

  /** One list, or all of them: as the organization has made it, else as it is by itself (`version` 0). */
  async list({ name, ...page }: Static<typeof PicklistQuery>): Promise<Static<typeof Picklists>> {
    const list = listFor('picklists', { name, organization: this.#uses.records.unit.actor.organization })
    const { items: names, next_cursor } = pageOfAll(list, name === undefined ? picklistNames : [name], page, (each) => each)
    const own = new Map((await this.#uses.records.findBy(Picklist, 'name', names)).map((each) => [each.name, each]))
    return { picklists: names.map((each) => this.#shown(each, own.get(each))), next_cursor }
  }

  /**
   * Puts a whole list in the place of the former one; renamed values go into conditions and all records, as a job when they are more than
   * 500. Throws `version_mismatch`; `conflict` (`in_use`) for a value of a strict list that records hold; `invalid_input` for blank or
   * repeated values and senseless renames.
   */
  async replace({ name, values: given, rename = [] }: Replacement, reply: Reply): Promise<Shown> {
    const { records } = this.#uses
    await records.locks.hold(picklistsName)
    const [before] = await records.findBy(Picklist, 'name', [name], { lock: true })
    checkVersion({ version: before?.version ?? 0 }, reply)
    const former = before?.values ?? definitionOf(name).values
    const values = ordered(given)
    const renamed = renamesOf(rename, values)
    await this.#refuseUsed(name, former, values, renamed)
    await this.#store(name, before, values)
    forgetValues(records.unit)
    const job_id = await this.#rename(name, renamed)
    const [stored] = await records.findBy(Picklist, 'name', [name])
    return { ...this.#shown(name, stored), ...(job_id !== undefined && { job_id }) }
  }

  async #store(name: PicklistName, before: Picklist | undefined, values: Value[]): Promise<void> {
    const { actor, now } = this.#uses.records.unit
    const written = { values, updated_by: actor.user }
    if (before) await this.#uses.records.update(Picklist, [{ before, changes: written }])
    else {
      const own = { id: this.#uses.ids.next(), user_from: actor.organization, name, created_at: now, updated_at: now, version: 1 }
      await this.#uses.records.insert(Picklist, [{ ...own, ...written }])
    }
  }

  async #rename(name: PicklistName, values: Readonly<Record<string, string>>): Promise<string | undefined> {
    const from = Object.keys(values)
    if (from.length > 0) {
      const words = new Map(from.map((each) => [foldText(each), values[each] ?? each]))
      await this.#uses.conditions.follow(
        picklistFields(this.#uses.types, name).map(({ object, field }) => ({ object, field, values: words, list: false })),
      )
    }
    const total = from.length === 0 ? 0 : await this.#uses.renaming.count(name, from)
    if (total > AT_ONCE) return (await this.#uses.jobs.start(PicklistRenaming, { input: { name, values }, total })).id
    if (total > 0) await this.#uses.renaming.all({ name, values })
    return undefined
  }

  // Records of a strict list hold nothing else, so what they hold is not taken away from under them.
  async #refuseUsed(
    name: PicklistName,
    former: readonly Value[],
    values: readonly Value[],
    renamed: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { strict, initial } = definitionOf(name)
    const kept = new Set(values.map(({ value }) => value))
    if (initial !== null && !kept.has(initial))
      throw invalid('/values', 'required', `${initial} stays in the list, because new records get it: change its label instead`)
    if (!strict) return
    for (const { value } of former) {
      if (kept.has(value) || renamed[value] !== undefined) continue
      const count = await this.#uses.renaming.count(name, [value])
      if (count === 0) continue
      const message = `${count} records have ${value}: rename it to another value, or set it inactive`
      throw new CrmError('conflict', message, { errors: [{ path: '/values', code: 'in_use', message }] })
    }
  }

  #shown(name: PicklistName, own: Picklist | undefined): Shown {
    const { meaning, strict, initial, values } = definitionOf(name)
    return {
      name,
      meaning,
      fields: picklistFields(this.#uses.types, name).map(({ object, field }) => `${object}.${field}`),
      strict,
      initial,
      values: [...(own?.values ?? values)],
      updated_by: own?.updated_by ?? null,
      updated_at: own?.updated_at.toISOString() ?? null,
      version: own?.version ?? 0,
    }
  }
}
