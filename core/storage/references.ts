import type { EntityManager } from '@mikro-orm/core'
import type { CurrentActor } from '../kernel/actor.ts'
import type { Ids } from '../ports/ids.ts'
import type { CommonRecord } from './entity.ts'
import { ExternalReference } from './external-id.ts'

type ExternalIds = CommonRecord['external_ids']

/**
 * Which record of one type an external system means by an id, unique among live records (records.md 0). Secondary e-mails
 * and domains are kept here too, under providers that begin with `#`.
 */
export class References {
  readonly #em: EntityManager
  readonly #ids: Ids
  readonly #actor: CurrentActor
  readonly #object: string

  constructor(em: EntityManager, ids: Ids, actor: CurrentActor, object: string) {
    this.#em = em
    this.#ids = ids
    this.#actor = actor
    this.#object = object
  }

  /** Id of the record that one of these external ids means. */
  async findAny(external: ExternalIds): Promise<string | undefined> {
    for (const { provider, id } of external) {
      const found = await this.#em.findOne(ExternalReference, { object: this.#object, provider, external_id: id })
      if (found) return found.record_id
    }
    return undefined
  }

  link({ id: record_id }: CommonRecord, external: ExternalIds): void {
    for (const { provider, id } of external) {
      const own = { id: this.#ids.next(), user_from: this.#actor.organization }
      this.#em.create(ExternalReference, { ...own, object: this.#object, provider, external_id: id, record_id })
    }
  }

  /** Makes these ids, of a kind that the engine keeps itself, the only ones of the record. */
  async replace(record: CommonRecord, provider: string, ids: readonly string[]): Promise<void> {
    const known = await this.#em.find(ExternalReference, { object: this.#object, provider, record_id: record.id })
    for (const each of known) if (!ids.includes(each.external_id)) this.#em.remove(each)
    const old = new Set(known.map(({ external_id }) => external_id))
    this.link(
      record,
      ids.filter((id) => !old.has(id)).map((id) => ({ provider, id })),
    )
  }

  async unlink(record_id: string): Promise<void> {
    for (const each of await this.#em.find(ExternalReference, { object: this.#object, record_id })) this.#em.remove(each)
  }
}
