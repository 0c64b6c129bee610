/** Tags that texts may contain, by group; `<property>` is the name of a custom property. */
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

/** Further tags of texts in workflows. */
export const workflowTags = ['deal.name', 'deal.amount', 'deal.stage', 'event.type'] as const

/** Forms of a tag beyond the plain value. */
export const tagSyntax = {
  fallback: '{{contact.first_name | there}}',
  conditional: '{{#if <field>}}...{{else}}...{{/if}}',
} as const

/** Objects of which texts in workflows may use every field. */
export const workflowRoots = ['deal', 'event'] as const

/** A tag as it is written in a text: `{{contact.name}}`. */
export function placeholder(tag: string): string {
  return `{{${tag}}}`
}
