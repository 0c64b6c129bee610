import { Deal } from '../../deals/entity.ts'
import { AwaitedContact, SourceState } from '../entity.ts'
import type { BatchContext } from './context.ts'
import { fingerprint } from './merge.ts'
import type { Target } from './target.ts'

/** Where a deal keeps the word for a contact whom nobody knows, in its custom fields. */
export const SOURCE_CONTACT = 'source_contact'
const PATH = `custom.${SOURCE_CONTACT}`

/** Notes which deals await the contact that they name. */
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

/** Links the deals that awaited these contacts, of this source by its ids, of any by their e-mails; one that has a contact by now keeps it. */
export async function linkDeals(context: BatchContext, contacts: readonly Target[]): Promise<void> {
  const { records, provider, lock } = context
  const byId = new Map(contacts.filter(({ used }) => used).flatMap(({ id, newIds }) => newIds.map((word) => [word, id] as const)))
  const byEmail = new Map(contacts.filter(hasNewEmail).map(({ id, record }) => [String(record['primary_email']), id] as const))
  const rows = await records.findBy(AwaitedContact, 'word', [...byId.keys(), ...byEmail.keys()])
  const come = rows.flatMap((row) => {
    const contact = byEmail.get(row.word) ?? (row.provider === provider ? byId.get(row.word) : undefined)
    return contact === undefined ? [] : [{ ...row, contact }]
  })
  if (come.length === 0) return
  const contactOf = new Map(come.map(({ deal_id, contact }) => [deal_id, contact] as const))
  const deals = await records.findBy(Deal, 'id', contactOf.keys(), { lock })
  const alone = deals.filter(({ primary_lead_id }) => !primary_lead_id)
  await records.update(
    Deal,
    alone.map((before) => {
      const { [SOURCE_CONTACT]: _word, ...custom } = before.custom
      return { before, changes: { primary_lead_id: contactOf.get(before.id) ?? null, custom } }
    }),
  )
  await say(context, contactOf)
  const done = records.anyOf(
    AwaitedContact,
    'id',
    come.map(({ id }) => id),
  )
  await records.db.deleteFrom(AwaitedContact.table).where(done).execute()
}

/** What a source said of these deals means their contacts from now on, so that a contact that is chosen here later stays (ingest.md 6, case 15). */
async function say({ records }: BatchContext, contactOf: ReadonlyMap<string, string>): Promise<void> {
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

function hasNewEmail({ used, before, record }: Target): boolean {
  return used && typeof record['primary_email'] === 'string' && before?.['primary_email'] !== record['primary_email']
}

function wordOf(word: string): string {
  return word.includes('@') ? word.toLowerCase() : word
}
