import { equal } from '../../kernel/storage/equal.ts'
import type { Arrivals } from '../../records/record-type/arrivals.ts'
import { Company } from './entity.ts'

type Keys = Pick<Company, 'code' | 'external_ids'>

/** The keys of a company by which other records may refer to it. */
export const keysOf = ({ code, external_ids }: Keys): Keys => ({ code, external_ids })

/** Announces the companies that have got such a key by these changes; no event is published for that. */
export async function announceNewKeys(
  arrivals: Arrivals,
  changes: readonly { readonly before: Keys; readonly record: Company }[],
): Promise<void> {
  const keyed = changes.filter(({ before, record }) => before.code !== record.code || !equal(before.external_ids, record.external_ids))
  await arrivals.announce(
    Company,
    keyed.map(({ record }) => record),
  )
}
