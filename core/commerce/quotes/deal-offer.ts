import type { Deal } from '../../crm/deals/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { withoutNullish } from '../../kernel/values/objects.ts'
import { DealLine } from '../deal-lines/entity.ts'
import { asOffered, copiedLines } from '../documents/copied-lines.ts'
import { customerLinks, withKnownProducts } from '../documents/copies.ts'
import type { QuoteInput } from './schema.ts'

/**
 * What a new quote takes from its deal where the input does not say it, with `null` as well: company, primary contact, owner and currency,
 * and the lines of the deal, at their prices, where the quote is in its currency. What was deleted is not taken, and nothing by a quote
 * whose totals come from a source.
 */
export async function offerOfDeal(records: Records, input: QuoteInput): Promise<QuoteInput> {
  if (!input.deal_id || input.source_totals) return input
  const [deal] = await records.findBy(customerLinks.deal_id, 'id', [input.deal_id])
  // The link is refused where all links are judged.
  if (!deal) return input
  const { company_id = await existing(records, 'company_id', deal.company_id), currency = deal.currency ?? undefined } = input
  const isContactSaid = input.lead_id !== undefined || input.contact_id !== undefined
  const isOwnerSaid = input.owner_email !== undefined || input.assigned_to !== undefined
  return {
    ...input,
    ...withoutNullish({ company_id, currency }),
    ...(!isContactSaid && withoutNullish({ lead_id: await existing(records, 'lead_id', deal.primary_lead_id) })),
    ...(!isOwnerSaid && withoutNullish({ owner_email: deal.owner_email })),
    ...(input.lines === undefined && currency === (deal.currency ?? currency) && { lines: await linesOf(records, deal) }),
  }
}

/** Looks up in advance what `offerOfDeal` asks for, and has `work` look up what the quotes need with that. */
export async function offersAhead<T>(
  records: Records,
  inputs: readonly QuoteInput[],
  work: (inputs: readonly QuoteInput[]) => Promise<T>,
): Promise<T> {
  const ids = new Set(inputs.flatMap(({ deal_id }) => deal_id ?? []))
  if (ids.size === 0) return await work(inputs)
  return await records.ahead([[DealLine, 'document_id', ids]], async () => {
    const deals = await records.findBy(customerLinks.deal_id, 'id', ids)
    const lines = await records.findBy(DealLine, 'document_id', ids)
    const theirs = deals.map(({ company_id, primary_lead_id }): QuoteInput => ({ company_id, lead_id: primary_lead_id }))
    return await work([...inputs, ...theirs, { lines: lines.map(({ product_id }) => ({ product_id })) }])
  })
}

async function existing(records: Records, field: 'company_id' | 'lead_id', id: string | null): Promise<string | undefined> {
  return id !== null && (await records.has(customerLinks[field], id)) ? id : undefined
}

async function linesOf(records: Records, { id, currency }: Deal) {
  const lines = await records.findBy(DealLine, 'document_id', [id])
  const inOrder = lines.toSorted((a, b) => a.position - b.position)
  const copies = copiedLines({ currency, total_excl_tax: null, tax_total: null }, await withKnownProducts(records, inOrder))
  return asOffered(copies, inOrder)
}
