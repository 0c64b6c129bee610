/** Tags that texts may hold, by group; `<property>` is the name of a custom property (contract 2.12). */
export const mergeTags = {
  Contact: [
    'contact.first_name',
    'contact.last_name',
    'contact.name',
    'contact.email',
    'contact.title',
    'contact.company',
    'contact.city',
    'contact.country',
    'contact.lead_score',
    'contact.lifecycle_stage',
    'contact.custom.<property>',
  ],
  Company: ['company.name', 'company.industry', 'company.domain'],
  Sender: ['owner.first_name', 'owner.name', 'owner.email'],
  Dates: ['today', 'weekday', 'month'],
  Smart: ['ai.line', 'unsubscribe_url'],
} as const

/** Tags that only texts of workflows know besides. */
export const workflowTags = ['deal.name', 'deal.amount', 'deal.stage', 'event.type'] as const

/** The two forms of a tag that do more than fill in a value. */
export const tagSyntax = {
  fallback: '{{contact.first_name | there}}',
  conditional: '{{#if <field>}}...{{else}}...{{/if}}',
} as const

/** Roots below which workflows know every field. */
export const workflowRoots = ['deal', 'event'] as const

/** A tag as it stands in a text. */
export function written(tag: string): string {
  return `{{${tag}}}`
}
