import type { Static } from '@sinclair/typebox'
import { v5 } from 'uuid'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { StoredFilters } from '../record-type/stored-filters.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { listFor, oneText, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { tagKey } from '../../kernel/values/tags.ts'
import { type UsedTag, usedTags } from './counts.ts'
import { Tag } from './entity.ts'
import { taggedObject, taggedObjects } from './objects.ts'
import { AT_ONCE, type Renaming, TagRenaming } from './renaming.ts'
import type { TagCreate, TagList, TagRecord, TagUpdate } from './schema.ts'

type Shown = Static<typeof TagRecord>
type Used = ReadonlyMap<string, UsedTag>

// Of the UUIDs (version 5) that follow from names; it must never change, since callers keep the ids.
const NAMESPACE = '6f0b6a52-0d0c-5f4e-8d0e-5f8f3f2f6d11'

/** The tags of an organization: those that records have, and those that somebody has made for them. */
export class TagService {
  static readonly uses = { records: Records, registry: Registry, jobs: Jobs, renaming: TagRenaming, conditions: StoredFilters }
  readonly #uses: Resolved<typeof TagService.uses>

  constructor(uses: Resolved<typeof TagService.uses>) {
    this.#uses = uses
  }

  /** By name, page by page. */
  async list({ object, q, limit = 50, cursor }: Static<typeof TagList>): Promise<{ tags: Shown[]; next_cursor: string | null }> {
    const objects = object === undefined ? undefined : [taggedObject(this.#uses.registry, object)]
    const part = q && tagKey(q)
    const found = [...(await this.#all(await this.#used(objects)))].filter(
      ([key, each]) => (part === undefined || key.includes(part)) && (object === undefined || each.total > 0),
    )
    const list = listFor('tags', { object, q, organization: this.#uses.records.unit.actor.organization })
    const after = cursor === undefined ? undefined : readPlace(list, cursor, oneText)
    const keys = found.toSorted(([a], [b]) => (a < b ? -1 : 1)).filter(([key]) => after === undefined || key > after)
    const page = keys.slice(0, limit)
    const last = page.at(-1)?.[0]
    return { tags: page.map(([, each]) => each), next_cursor: keys.length > limit && last !== undefined ? writePlace(list, [last]) : null }
  }

  /** The tag of this name, whatever its case; one that is known gets the color, if one is given, and is matched by `name`. */
  async create({ name: given, color }: Static<typeof TagCreate>, reply: Reply): Promise<Shown> {
    const name = named(given)
    const used = await this.#used()
    const stored = await this.#stored()
    const known = stored.find((each) => each.name_key === tagKey(name))
    if (known) reply.matched('name')
    if (known && color !== undefined && color !== known.color) await this.#uses.records.update(Tag, [{ before: known, changes: { color } }])
    if (!known) await this.#insert(idOf(this.#organization, tagKey(name), stored), name, color ?? null)
    return await this.#shown(tagKey(name), used)
  }

  /**
   * Color and name; a new name goes into conditions and all records, as a job when they are more than 500. Throws `not_found`,
   * `version_mismatch`, and `already_exists` for the name of another tag unless the two are to be merged.
   */
  async update({ id, name: given, color, merge = false, emit_events = false }: Static<typeof TagUpdate>, reply: Reply): Promise<Shown> {
    const used = await this.#used()
    const before = await this.#find(id, reply, used)
    const name = given === undefined ? before.name : named(given)
    const [from, to] = [tagKey(before.name), tagKey(name)]
    const other = from === to ? undefined : (await this.#all(used)).get(to)
    if (other && !merge) {
      const message = `There is a tag ${other.name} already: send merge to make the two one`
      throw new CrmError('already_exists', message, { existing_id: other.id, errors: [{ path: '/name', code: 'taken', message }] })
    }
    const total = name === before.name ? 0 : await this.#uses.renaming.count(from)
    await this.#keep(before, other, { name, ...(color !== undefined && { color }) })
    const job_id = name === before.name ? undefined : await this.#rename({ from, to: name, events: emit_events }, total)
    const isDone = total > 0 && job_id === undefined
    // Of two that became one, records may have had both.
    const now = isDone && other ? await this.#used() : isDone ? renamed(used, from, name) : used
    return { ...(await this.#shown(to, now)), ...(job_id !== undefined && { job_id }) }
  }

  /** Takes the tag from all records, as a job when they are more than 500. Throws `not_found`, `version_mismatch`. */
  async remove(id: string, reply: Reply): Promise<void> {
    const { id: known, name } = await this.#find(id, reply, await this.#used())
    const total = await this.#uses.renaming.count(tagKey(name))
    await this.#uses.records.remove(Tag, [known], 'deleted', { name: [name, null] })
    await this.#rename({ from: tagKey(name), to: null, events: true }, total)
  }

  // A tag that only records know becomes a row under the id that it has been shown with.
  async #keep(before: Shown, other: Shown | undefined, values: { name: string; color?: string | null }): Promise<void> {
    const stored = await this.#stored()
    const own = stored.find(({ id }) => id === before.id)
    if (other) {
      if (own) await this.#uses.records.remove(Tag, [own.id], 'deleted', { name: [own.name, null] })
      const target = stored.find(({ id }) => id === other.id)
      if (target) await this.#uses.records.update(Tag, [{ before: target, changes: values }])
      else await this.#insert(other.id, values.name, values.color ?? null)
    } else if (own) await this.#uses.records.update(Tag, [{ before: own, changes: { ...values, name_key: tagKey(values.name) } }])
    else await this.#insert(before.id, values.name, values.color ?? null)
  }

  // `total`: how many records have it.
  async #rename({ from, to, events }: Renaming, total: number): Promise<string | undefined> {
    if (to !== null) {
      const values = new Map([[from, to]])
      await this.#uses.conditions.follow(
        taggedObjects(this.#uses.registry).map(({ object }) => ({ object, field: 'tags', values, list: true })),
      )
    }
    if (total > AT_ONCE) return (await this.#uses.jobs.start(TagRenaming, { input: { from, to, events }, total })).id
    if (total > 0) await this.#uses.renaming.all({ from, to, events })
    return undefined
  }

  async #find(id: string, reply: Reply, used: Used): Promise<Shown> {
    const found = [...(await this.#all(used)).values()].find((each) => each.id === id.toLowerCase())
    if (!found) throw new CrmError('not_found', `No tag with the id ${id}`)
    checkVersion({ version: found.version ?? 'none' }, reply)
    return found
  }

  async #shown(key: string, used: Used): Promise<Shown> {
    const found = (await this.#all(used)).get(key)
    if (!found) throw new CrmError('not_found', `No tag ${key}`)
    return found
  }

  // Tags are words in records, so all of them are counted to know what there is, once and before anything is written; an organization has few.
  async #used(objects = taggedObjects(this.#uses.registry)): Promise<Used> {
    return await usedTags(this.#uses.records, objects)
  }

  async #all(used: Used): Promise<Map<string, Shown>> {
    const stored = await this.#stored()
    const byKey = new Map(stored.map((each) => [each.name_key, each]))
    const keys = new Set([...used.keys(), ...byKey.keys()])
    return new Map([...keys].map((key) => [key, shown(key, this.#organization, used.get(key), byKey.get(key), stored)]))
  }

  async #stored(): Promise<Tag[]> {
    const rows: readonly Row[] = await this.#uses.records.db.selectFrom(Tag.table).selectAll().execute()
    return rows.map((row) => this.#uses.records.codec(Tag).fromRow(row))
  }

  async #insert(id: string, name: string, color: string | null): Promise<void> {
    const { actor, now } = this.#uses.records.unit
    const own = { id, user_from: actor.organization, name, name_key: tagKey(name), color }
    await this.#uses.records.insert(Tag, [{ ...own, created_by: actor.user, created_at: now, updated_at: now, version: 1 }])
  }

  get #organization(): string {
    return this.#uses.records.unit.actor.organization
  }
}

function shown(key: string, organization: string, used: UsedTag | undefined, row: Tag | undefined, stored: readonly Tag[]): Shown {
  const counts = used?.counts ?? {}
  return {
    id: row?.id ?? idOf(organization, key, stored),
    name: row?.name ?? used?.name ?? key,
    color: row?.color ?? null,
    counts,
    total: Object.values(counts).reduce((sum, each) => sum + each, 0),
    created_at: row?.created_at.toISOString() ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
    version: row?.version ?? null,
  }
}

/** The id follows from the name, so that a tag has one before anybody has made it; what was renamed since keeps its own. */
function idOf(organization: string, key: string, stored: readonly Tag[]): string {
  for (let number = 0; ; number += 1) {
    const id = v5(`${organization}\n${key}\n${number}`, NAMESPACE)
    if (!stored.some((each) => each.id === id && each.name_key !== key)) return id
  }
}

// What a tag that nobody had under its new name is called and counted, once all records have that.
function renamed(used: Used, from: string, name: string): Used {
  const counts = used.get(from)?.counts ?? {}
  return new Map([...[...used].filter(([key]) => key !== from), [tagKey(name), { name, counts }]])
}

function named(given: string): string {
  const name = given.trim()
  if (name === '') throw invalid('/name', 'required', 'A tag has a name')
  return name
}
