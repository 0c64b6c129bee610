import { Deal } from '../../../crm/deals/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { type Arrival, ArrivedRecords } from './arrival.ts'
import { AwaitedContact } from './entity.ts'
import { SourceState } from '../entity.ts'
import type { BatchContext } from '../match/context.ts'
import { fingerprint } from '../match/merge.ts'
import type { Target } from '../match/target.ts'

/** The custom field in which a deal keeps the word for an unknown contact. */
export const SOURCE_CONTACT = 'source_contact'
const PATH = `custom.${SOURCE_CONTACT}`

/** Notes which deals wait for the contact that they name. */
export async function awaitContacts({ records, ids, provider }: BatchContext, deals: readonly Target[]): Promise<void> {
  const written = deals.filter(({ used }) => used)
  if (written.length === 0) return
  const again = records.anyOf(
    AwaitedContact,
    'deal_id',
    written.map(({ id }) => id),
  )
  await records.db.deleteFrom(AwaitedContact.table).where('provider', '=', provider).where(again).execute()
  const { organization: user_from } = records.unit.actor
  const waiting = written.flatMap(({ id: deal_id, entries }) => {
    const word = entries.findLast(({ draft }) => PATH in draft.values)?.draft.values[PATH]
    return word === undefined || word === null ? [] : [{ id: ids.next(), user_from, provider, word: wordOf(String(word)), deal_id }]
  })
  await records.insert(AwaitedContact, waiting)
}

/**
 * Links the deals that wait for these contacts: those of one source by its ids, those of all sources by e-mail address. A deal that has a
 * contact by now keeps it.
 */
export async function linkDeals({ whole: records }: Records, contacts: readonly Arrival<{ readonly id: string }>[]): Promise<void> {
  const coming = new ArrivedRecords(contacts)
  const rows = await records.findBy(AwaitedContact, 'word', coming.words)
  const come = rows.flatMap((row) => {
    const contact = coming.of(row.provider, row.word)
    return contact === undefined ? [] : [{ ...row, contact: contact.id }]
  })
  if (come.length === 0) return
  const contactOf = new Map(come.map(({ deal_id, contact }) => [deal_id, contact] as const))
  const deals = await records.findBy(Deal, 'id', contactOf.keys(), { lock: true })
  const alone = deals.filter(({ primary_lead_id }) => !primary_lead_id)
  await records.update(
    Deal,
    alone.map((before) => {
      const { [SOURCE_CONTACT]: _word, ...custom } = before.custom
      return { before, changes: { primary_lead_id: contactOf.get(before.id) ?? null, custom } }
    }),
  )
  await noteContacts(records, contactOf)
  const done = records.anyOf(
    AwaitedContact,
    'id',
    come.map(({ id }) => id),
  )
  await records.db.deleteFrom(AwaitedContact.table).where(done).execute()
}

/**
 * Stores the contact as what the source sent last of each deal, so that a contact chosen here later is not overwritten (edge case 15).
 */
async function noteContacts(records: Records, contactOf: ReadonlyMap<string, string>): Promise<void> {
  const states = await records.findBy(SourceState, 'record_id', contactOf.keys())
  if (states.length === 0) return
  await records.db
    .deleteFrom(SourceState.table)
    .where(records.anyOf(SourceState, 'record_id', contactOf.keys()))
    .execute()
  await records.insert(
    SourceState,
    states.map((state) => {
      const { [PATH]: word, ...sent } = state.sent
      return word === undefined ? state : { ...state, sent: { ...sent, primary_lead_id: fingerprint(contactOf.get(state.record_id)) } }
    }),
  )
}

function wordOf(word: string): string {
  return word.includes('@') ? word.toLowerCase() : word
}
