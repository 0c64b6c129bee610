import { CrmError } from '../../kernel/operation/errors.ts'
import type { Quote, QuoteState } from './entity.ts'
import { isOver, over } from './validity.ts'

// A seller may deliver what was agreed by telephone, so the quote need not be accepted.
const orderable: ReadonlySet<QuoteState> = new Set(['sent', 'viewed', 'accepted'])

/**
 * Throws `conflict` for a quote of which no order or invoice can be made: a draft, and one that is declined, expired or cancelled, whether by a
 * conversion or by naming it. `today` is the day in the organization.
 */
export function refuseUnorderable(
  quote: Pick<Quote, 'id' | 'number' | 'status' | 'valid_until'>,
  to: 'order' | 'invoice',
  today: string,
): void {
  const { id, number, status } = quote
  if (!orderable.has(status))
    throw new CrmError('conflict', `Quote ${number} is ${status}: only one that was sent becomes an ${to}`, { existing_id: id })
  if (status !== 'accepted' && isOver(quote, today)) throw over(quote)
}
