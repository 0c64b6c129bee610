import type { TimelineEntry } from '../../records/record-type/timeline.ts'

/** How a commercial document stands on timelines: by its day of issue, which is what customers know of it. */
export const documentEntry = (type: string): TimelineEntry => ({
  type,
  at: { field: 'issue_date', isDay: true },
  title: ({ number }) => number,
  data: ({ number, status, issue_date = null, currency, total_incl_tax, company_id, lead_id, deal_id = null }) => ({
    number,
    status,
    issue_date,
    currency,
    total_incl_tax,
    company_id,
    lead_id,
    deal_id,
  }),
})
