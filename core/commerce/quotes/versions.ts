import { withKnownProducts } from '../documents/copies.ts'
import type { DocumentStore } from '../documents/store.ts'
import type { WithLines } from '../documents/document-kind.ts'
import { valuesOf } from '../documents/lines.ts'
import { commonInput } from '../documents/service.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import { Quote } from './entity.ts'
import type { QuoteInput } from './schema.ts'

// Fields of the offer itself; what became of it stays with the old version.
const carried = [
  'company_id',
  'lead_id',
  'deal_id',
  'owner_email',
  'currency',
  'title',
  'notes',
  'terms',
  'reference',
  'billing_address',
  'shipping_address',
  'discount_percent',
  'discount_amount',
  'tags',
  'custom',
] as const

/** Writes the next version of a quote as a draft, and names it in the version that it replaces. */
export async function nextVersion(store: DocumentStore<typeof Quote.fields>, quote: Quote, input: QuoteInput): Promise<WithLines<Quote>> {
  const { lines } = await store.withLines({ id: quote.id })
  const known = await withKnownProducts(store.records, lines)
  const draft = await store.drafts.make(commonInput(input), { record: quote, lines: known })
  const today = store.records.unit.today ?? dayOf(store.now)
  const kept = Object.fromEntries(carried.map((name) => [name, quote[name]]))
  const version = quote.quote_version + 1
  const rate = await store.drafts.agreedRate(quote)
  const values = {
    issue_date: today,
    ...kept,
    ...rate,
    ...store.asStored(draft.values, quote),
    number: await versionNumber(store, quote, version),
  }
  const computed = (await propertiesOf(store.records, Quote.table)).filter(({ formula }) => formula !== null)
  // The next version of an expired quote does not expire on the same day.
  const until = quote.valid_until !== null && quote.valid_until < today ? null : quote.valid_until
  const own = {
    quote_version: version,
    previous_quote_id: quote.id,
    valid_until: input.valid_until === undefined ? until : input.valid_until,
  }
  // Lines that are taken over stay with the old version; these are new rows.
  const copies = draft.lines.map((line) => valuesOf(line))
  const next = await store.insertOne({
    draft: { ...draft, lines: copies, values: { ...values, custom: withoutComputed(values.custom, quote, computed) } },
    own,
  })
  store.change(quote, { next_quote_id: next.id })
  return next
}

// Formulas compute their values for the new version again, and what is given instead of one is refused with the rest.
function withoutComputed(custom: Quote['custom'] = {}, before: Quote, computed: readonly { readonly name: string }[]): Quote['custom'] {
  const names = new Set(computed.flatMap(({ name }) => (custom[name] === before.custom[name] ? [name] : [])))
  return Object.fromEntries(Object.entries(custom).filter(([name]) => !names.has(name)))
}

/** A number of its own for every version: that of the first version and the version, as in `QUO-2026-00001-2`. */
async function versionNumber(
  store: DocumentStore<typeof Quote.fields>,
  { number, quote_version }: Quote,
  version: number,
): Promise<string> {
  const first = quote_version > 1 && number.endsWith(`-${quote_version}`) ? number.slice(0, -`-${quote_version}`.length) : number
  for (let suffix = version; ; suffix += 1) {
    const candidate = `${first}-${suffix}`
    if (!(await store.idOf({ number: candidate }))) return candidate
  }
}
