import { watch } from '../../kernel/storage/schema/changes.ts'
import { Quote } from './entity.ts'
import { presentQuote } from './schema.ts'

/** The events of quotes. One transition alone sets each of these times, so neither an import nor an edit makes an event. */
export const quoteEvents = watch(Quote, 'quote', {
  summary: (quote) => ({
    id: quote.id,
    number: quote.number,
    name: quote.title,
    owner: quote.owner_email,
    status: quote.status,
    amount: quote.total_incl_tax,
    currency: quote.currency,
    company_id: quote.company_id,
    lead_id: quote.lead_id,
    deal_id: quote.deal_id,
    quote_version: quote.quote_version,
    valid_until: quote.valid_until,
  }),
  record: presentQuote,
  text: { object: 'quotes', of: ({ number, title, reference }) => ({ title: [number, title], body: [reference] }) },
  events: (on) => ({
    'quote.sent': when('sent_at', 'Quote sent'),
    'quote.viewed': when('first_viewed_at', 'Quote viewed', () => ({}), ['last_viewed_at', 'view_count']),
    'quote.accepted': when('accepted_at', 'Quote accepted', ({ accepted_by }) => ({ accepted_by }), ['accepted_by']),
    'quote.expired': on.moved('status', 'Quote expired', { when: ({ record }) => record.status === 'expired', extension: true }),
    'quote.declined': when('declined_at', 'Quote declined', ({ decline_reason }) => ({ decline_reason }), ['decline_reason']),
  }),
})

// `from` and `to` are states, as in every event of a transition.
function when(
  field: 'sent_at' | 'first_viewed_at' | 'accepted_at' | 'declined_at',
  label: string,
  data: (quote: Quote) => Record<string, unknown> = () => ({}),
  besides: readonly (keyof Quote & string)[] = [],
) {
  return {
    label,
    tells: [field, 'status', ...besides],
    when: ({ kind, changed, record }: { readonly kind: string; readonly changed: ReadonlySet<string>; readonly record: Quote }) =>
      kind === 'update' && changed.has(field) && record[field] !== null,
    data: ({ record, before }: { readonly record: Quote; readonly before: Partial<Quote> }) => ({
      from: before.status ?? record.status,
      to: record.status,
      ...data(record),
    }),
  }
}
