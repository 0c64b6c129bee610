import type { Static } from '@sinclair/typebox'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { MailLeftover } from './entity.ts'
import { leftoverFilters, type LeftoverQuery, leftoverSorts } from './schema.ts'

/** Messages of mailboxes that could not be stored, and reports on no message that is known: kept for 30 days, so that somebody can see why. */
export class Leftovers {
  static readonly uses = { records: Records }
  readonly #uses: Resolved<typeof Leftovers.uses>

  constructor(uses: Resolved<typeof Leftovers.uses>) {
    this.#uses = uses
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of those of a mailbox. Throws `not_found` for an unknown mailbox. */
  async list({ id, ...query }: Static<typeof LeftoverQuery>): Promise<Page<MailLeftover>> {
    const { records } = this.#uses
    if (!(await records.has(Mailbox, id))) throw new CrmError('not_found', `No mailbox with the id ${id}`)
    const options = { filters: leftoverFilters, sorts: leftoverSorts }
    return await listPage(records, MailLeftover, { ...query, mailbox_id: id }, options)
  }
}
