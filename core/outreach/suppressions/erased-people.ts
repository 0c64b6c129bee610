import { Contact } from '../../crm/contacts/entity.ts'
import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { type Suppressed, Suppressions } from './service.ts'

const source = 'erasure'

/**
 * Suppresses all addresses of a person who is about to be erased and wanted no messages: whoever is made with one of them later is not
 * written to either. The erasure takes the addresses out of these suppressions, which are found by their hashes.
 */
export async function keepRefusals(services: Services, ids: readonly string[]): Promise<void> {
  const { whole } = services.resolve(Records)
  const people = await whole.columnsOf(Contact, ['id', 'primary_email', 'emails', 'do_not_contact', 'consents'], ids)
  const refused = people.flatMap(({ primary_email, emails, do_not_contact, consents }): Suppressed[] => {
    const topics = Object.entries(consents).flatMap(([topic, { state }]) => (state === 'unsubscribed' ? [isAll(topic) ? null : topic] : []))
    const addresses = new Set([...(primary_email ? [primary_email] : []), ...emails.map(({ email }) => email)])
    return [...addresses].flatMap((value) => [
      ...(do_not_contact ? [{ value, kind: 'manual' as const, reason: 'do_not_contact', source }] : []),
      ...topics.map((topic) => ({ value, kind: 'unsubscribed' as const, topic, source })),
    ])
  })
  if (refused.length > 0) await services.resolve(Suppressions).add(refused)
}

/** Whether a topic means every message. */
export function isAll(topic: string): boolean {
  return topic === 'all' || topic === 'email'
}
