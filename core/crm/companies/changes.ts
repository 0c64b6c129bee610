import type { Resolved } from '../../kernel/operation/operation.ts'
import { Hook } from '../../kernel/operation/hook.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Arrivals } from '../../records/record-type/arrivals.ts'
import { Company } from './entity.ts'

/** What other records copy from their company, and the keys by which they refer to it. */
export type CompanyFacts = Pick<Company, 'name' | 'industry' | 'employees' | 'code' | 'external_ids'>

/** A company that was changed, as it was and as it is now. */
export interface CompanyChange {
  readonly before: CompanyFacts
  readonly record: Company
}

/** Follows changes of companies in the unit of work that makes them; contacts that are `beingWritten` are left to their writer. */
export type CompanyFollower = (records: Records, changes: readonly CompanyChange[], beingWritten: readonly string[]) => Promise<void>

/** Where record types follow changes of the companies that they name. */
export const companiesChanged = new Hook<CompanyFollower>('companies changed')

/** Tells other record types what was changed in companies, one by one or in a set. */
export class CompanyChanges {
  static readonly uses = { registry: Registry, records: Records, arrivals: Arrivals }
  readonly #uses: Resolved<typeof CompanyChanges.uses>

  constructor(uses: Resolved<typeof CompanyChanges.uses>) {
    this.#uses = uses
  }

  /** Announces the companies that have got a new key, which no event does, and lets the followers see all changes. */
  async announce(changes: readonly CompanyChange[], beingWritten: readonly string[] = []): Promise<void> {
    const keyed = changes.filter(({ before, record }) => before.code !== record.code || !equal(before.external_ids, record.external_ids))
    await this.#uses.arrivals.announce(
      Company,
      keyed.map(({ record }) => record),
    )
    for (const follow of this.#uses.registry.attached(companiesChanged)) await follow(this.#uses.records, changes, beingWritten)
  }
}
