import { arrivalOf } from '../../integration/ingest/arrival.ts'
import { linkContacts } from '../../integration/ingest/write/awaited-companies.ts'
import { equal } from '../../kernel/storage/equal.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Company } from './entity.ts'

type Keys = Pick<Company, 'code' | 'external_ids'>

export const keysOf = ({ code, external_ids }: Keys): Keys => ({ code, external_ids })

/** Links the contacts that waited for these companies by a key which they have only now; of a change no event tells. */
export async function linkWaiting(
  records: Records,
  changes: readonly { readonly before: Keys; readonly record: Company }[],
): Promise<void> {
  const come = changes.filter(({ before, record }) => before.code !== record.code || !equal(before.external_ids, record.external_ids))
  if (come.length === 0) return
  await linkContacts(
    records,
    come.map(({ record }) => arrivalOf(record, [record.code])),
  )
}
