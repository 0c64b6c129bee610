import { refusalOf } from '../../kernel/operation/access-rules.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import { camel } from '../record-type/resource.ts'
import { type AnyComposed, RecordTypes } from '../record-type/record-types.ts'

/** A record that has attachments, with its type. */
export interface Subject {
  readonly type: AnyComposed
  readonly record: AnyRecord
}

/** What is done with the attachments of a record, which asks for the right to do as much with the record. */
export type Doing = 'read' | 'write'

/** The records on which attachments are: live ones that the caller sees, and may change where the attachments are changed. */
export class Subjects {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, registry: Registry, types: RecordTypes }
  readonly #uses: Resolved<typeof Subjects.uses>

  constructor(uses: Resolved<typeof Subjects.uses>) {
    this.#uses = uses
  }

  /** By its plural or, as in events, its singular; throws `invalid_input` with the known plurals. */
  typeOf(object: string): AnyComposed {
    const { all } = this.#uses.types
    const found = all.find(({ plural, singular }) => plural === object || singular.replaceAll(' ', '_') === object)
    if (found) return found
    const plurals = all.map(({ plural }) => plural)
    throw invalid('/object', 'not_allowed', `${object} is no type of record${suggestion(object, plurals)}`, plurals)
  }

  /**
   * The record that this id means now, a merged one's survivor; undefined where there is none that the caller sees. Throws `forbidden` where the
   * caller may not read, or not change, records of this type at all. To write, it stays what it is until the unit of work ends.
   */
  async find(type: AnyComposed, id: string, doing: Doing): Promise<Subject | undefined> {
    this.#authorize(type, doing)
    const { records, ids } = this.#uses
    const own = id.toLowerCase()
    const survivor = (await new References(records.whole, ids, type.plural).findMany('#merged', [own])).get(own) ?? own
    if (doing === 'write') await records.locks.keep(type.plural, [survivor])
    const [record] = await records.findBy(type.entity, 'id', [survivor])
    return record && { type, record }
  }

  /** The same for an input that names the record; throws `invalid_input` (`unknown_record`) where there is none. */
  async named(object: string, id: string, doing: Doing): Promise<Subject> {
    const type = this.typeOf(object)
    const found = await this.find(type, id, doing)
    if (!found) throw invalid('/record_id', 'unknown_record', `There is no record of ${type.plural} with the id ${id}`)
    return found
  }

  // Reads and changes of some record types are for those who see all records: what is on them is, too.
  #authorize({ singular }: AnyComposed, doing: Doing): void {
    const { registry, actor } = this.#uses
    for (const verb of doing === 'read' ? ['get'] : ['get', 'update']) {
      const operation = registry.byId.get(`${verb}${camel(singular)}`)
      const refusal = operation && refusalOf({ ...operation, scope: 'read' }, actor)
      if (refusal) throw refusal
    }
  }
}
