import { EntityManager } from '@mikro-orm/core'
import { CurrentActor } from '../kernel/actor.ts'
import { Ids } from '../ports/ids.ts'
import type { ListQuery } from '../storage/filters.ts'
import { Records } from '../storage/records.ts'
import { Drafts } from './drafts.ts'
import { CreditNote, CreditNoteLine } from './entity.ts'
import { creditNoteFilters, documentSorts } from './filters.ts'
import type { CreditNoteView } from './schema.ts'
import { DocumentStore } from './store.ts'

/** Credit notes (records.md 6). */
export class CreditNoteService {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Drafts] as const
  readonly #store: DocumentStore<typeof CreditNote.fields>

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, drafts: Drafts) {
    const kind = {
      entity: CreditNote,
      lines: CreditNoteLine,
      object: 'credit_notes',
      prefix: 'CN',
      filters: creditNoteFilters,
      sorts: documentSorts,
    }
    this.#store = new DocumentStore({ em, records, actor, ids, drafts }, kind)
  }

  get now(): Date {
    return this.#store.now
  }

  async list(query: ListQuery): Promise<{ items: CreditNoteView[]; next_cursor: string | null }> {
    return await this.#store.list(query)
  }

  async get(id: string): Promise<CreditNoteView> {
    return await this.#store.withLines(await this.#store.get(id))
  }
}
