import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { listFor, oneText, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { Association } from './entity.ts'
import { allIdsOf } from '../record-type/merged-ids.ts'
import { type LinkedRecord, type LinkEnd, placeOf } from '../record-type/field-links.ts'
import { FieldLinks } from './fields.ts'
import { linkable } from './objects.ts'
import { endsOf, keyOf, labelOf, newestFirst, type Seen, shown } from './seen.ts'
import type { AssociationCreate, AssociationQuery, AssociationRecord, Associations } from './schema.ts'

type Shown = Static<typeof AssociationRecord>

/** One record has at most this many links: all are read at once, because merges can make some of them the same. */
const MOST = 2000

/** Links of any two records, with labels that read from both sides. */
export class AssociationService {
  static readonly uses = { records: Records, ids: Ids, registry: Registry, fields: FieldLinks }
  readonly #uses: Resolved<typeof AssociationService.uses>

  constructor(uses: Resolved<typeof AssociationService.uses>) {
    this.#uses = uses
  }

  /**
   * The links of a record with records that the caller sees, newest first. Throws `invalid_input` for a record that does not exist
   * (`unknown_record`) and a type that is not linked (`not_allowed`).
   */
  async list({
    object,
    record_id,
    to_object: asked,
    label,
    limit = 50,
    cursor,
  }: Static<typeof AssociationQuery>): Promise<Static<typeof Associations>> {
    const from = await this.#end(object, record_id, { object: '/object', id: '/record_id' })
    const to_object = asked === undefined ? undefined : linkable(this.#uses.registry, asked, '/to_object').table
    const list = listFor('associations', { object: from.object, record_id: from.id, to_object, label })
    const after = cursor === undefined ? undefined : readPlace(list, cursor, oneText)
    const found = (await this.#linksOf(from)).filter(
      (each) =>
        (to_object === undefined || each.to.object === to_object) &&
        (label === undefined || keyOf(each.label) === keyOf(label)) &&
        (after === undefined || each.place < after),
    )
    const page = found.slice(0, limit)
    const last = page.at(-1)?.place
    return {
      associations: page.map((each) => shown(from, each)),
      next_cursor: found.length > limit && last !== undefined ? writePlace(list, [last]) : null,
    }
  }

  /**
   * Links two records; those that are linked so already stay as they are (`X-Matched: link`). Throws `invalid_input` for records that
   * are not there, are one, or have 2,000 links, and `conflict` where a field says something else.
   */
  async create(input: Static<typeof AssociationCreate>, reply: Reply): Promise<Shown> {
    const label = labelOf(input.label)
    const inverse_label = input.inverse_label === undefined ? label : labelOf(input.inverse_label)
    const from = await this.#end(input.from_object, input.from_id, { object: '/from_object', id: '/from_id' })
    const to = await this.#end(input.to_object, input.to_id, { object: '/to_object', id: '/to_id' })
    if (from.id === to.id) throw invalid('/to_id', 'not_allowed', 'A record is not linked with itself')
    const links = await this.#linksOf(from)
    const written = await this.#uses.fields.write(from, to, label, inverse_label)
    if (written) {
      if (links.some(({ link, label: before }) => link.id === written.link.id && before === written.label)) reply.matched('link')
      return shown(from, { ...written, record: to.record })
    }
    const known = links.find(
      (each) => each.to.id === to.id && keyOf(each.label) === keyOf(label) && keyOf(each.inverse_label) === keyOf(inverse_label),
    )
    if (known) {
      reply.matched('link')
      return shown(from, known)
    }
    if (links.length >= MOST) throw invalid('/from_id', 'too_many', `A record has at most ${MOST} links`)
    const { actor, now } = this.#uses.records.unit
    const link = {
      id: this.#uses.ids.next(),
      user_from: actor.organization,
      from_object: from.object,
      from_id: from.id,
      to_object: to.object,
      to_id: to.id,
      label,
      inverse_label,
      created_by: actor.user,
      created_at: now,
      link_key: [`${keyOf(inverse_label)} ${from.id}`, `${keyOf(label)} ${to.id}`].toSorted().join('\n'),
    }
    await this.#uses.records.insert(Association, [link])
    return shown(from, { link, place: placeOf(now, link.id), to, record: to.record, label, inverse_label, field: null })
  }

  /** Removes a link; one that a field stores is removed from the field. Throws `not_found` if the caller does not see both records. */
  async remove(id: string): Promise<void> {
    const [link] = await this.#uses.records.findBy(Association, 'id', [id])
    const fieldLink = link ? undefined : await this.#uses.fields.find(id)
    const ends = link ? [endsOf(link).from, endsOf(link).to] : (fieldLink?.ends ?? [])
    if ((await this.#seen(ends)).size !== 2) throw new CrmError('not_found', `No association with the id ${id}`)
    if (!link) return await fieldLink?.remove()
    const { from_object, from_id, to_object, to_id, label } = link
    const ended = Object.entries({ from_object, from_id, to_object, to_id, label }).map(([name, value]) => [name, [value, null]] as const)
    await this.#uses.records.remove(Association, [link.id], 'deleted', Object.fromEntries(ended))
  }

  // Links of a merged record count for its survivor, and equal links of two merged records are one link.
  async #linksOf(record: LinkedRecord): Promise<Seen[]> {
    const own = new Set(allIdsOf(record.record))
    const links = [
      ...(await this.#uses.records.findBy(Association, 'from_id', own)),
      ...(await this.#uses.records.findBy(Association, 'to_id', own)),
    ]
    const turned = links.map((link) => {
      const { from, to } = endsOf(link)
      const known = { link, place: placeOf(link.created_at, link.id), field: null }
      return own.has(from.id)
        ? { ...known, to, label: link.label, inverse_label: link.inverse_label }
        : { ...known, to: from, label: link.inverse_label, inverse_label: link.label }
    })
    const all: Omit<Seen, 'record'>[] = [...turned, ...(await this.#uses.fields.of(record))]
    const seen = await this.#seen(all.map(({ to }) => to))
    const distinct = new Map<string, Seen>()
    for (const each of all.toSorted(newestFirst)) {
      const other = seen.get(each.to.id)
      if (!other || other.id === record.id) continue
      const { id } = other
      distinct.set(`${id}\n${keyOf(each.label)}\n${keyOf(each.inverse_label)}`, { ...each, to: { ...each.to, id }, record: other })
    }
    return [...distinct.values()].toSorted(newestFirst)
  }

  /** The live records that the caller sees, by the ids that these ends had. */
  async #seen(ends: readonly LinkEnd[]): Promise<Map<string, AnyRecord>> {
    const found = new Map<string, AnyRecord>()
    for (const [object, own] of Map.groupBy(ends, (each) => each.object)) {
      const entity = this.#uses.registry.all('entities').find(({ table }) => table === object)
      if (!entity) continue
      const ids = new Set(own.map(({ id }) => id))
      const survivors = await new References(this.#uses.records.whole, this.#uses.ids, object).findMany('#merged', ids)
      const meant = new Set([...ids].map((id) => survivors.get(id) ?? id))
      const records = await this.#uses.records.findBy(linkable(this.#uses.registry, object, '/object'), 'id', meant)
      const byId = new Map(records.map((each) => [each.id, each]))
      for (const id of ids) {
        const row = byId.get(survivors.get(id) ?? id)
        if (row) found.set(id, row)
      }
    }
    return found
  }

  /** The record as it is now: of a merged one the survivor. */
  async #end(named: string, id: string, path: { object: string; id: string }): Promise<LinkedRecord> {
    const object = linkable(this.#uses.registry, named, path.object).table
    const record = (await this.#seen([{ object, id: id.toLowerCase() }])).get(id.toLowerCase())
    if (!record) throw invalid(path.id, 'unknown_record', `There is no record of ${object} with the id ${id}`)
    return { object, id: record.id, record }
  }
}
