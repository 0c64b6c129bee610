// The seven wide toolsets, by tag. Every tag is a toolset, too, including those of plugins.
const wide: Readonly<Record<string, readonly string[]>> = {
  sales: [
    'search',
    'contacts',
    'companies',
    'deals',
    'pipelines',
    'sales_cycles',
    'tasks',
    'activities',
    'associations',
    'lists',
    'tags',
    'merges',
  ],
  quotes: ['quotes', 'products', 'price_rules'],
  erp: ['products', 'orders', 'invoices', 'credit_notes', 'data_sources'],
  marketing: ['sequences', 'campaigns', 'emails', 'email_templates', 'forms', 'tracking', 'lists'],
  automation: ['workflows', 'workflow_runs', 'notifications', 'webhooks', 'events'],
  analytics: ['reports', 'analytics'],
  admin: ['users_and_teams', 'organization', 'properties', 'tags', 'privacy'],
}

/** The toolset that an OpenAPI tag is by itself: `Sales cycles` is `sales_cycles`. */
export const toolsetOf = (tag = 'other'): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')

/** Every name that `?toolsets=` takes, given the tags of the loaded operations. */
export function toolsetNames(tags: Iterable<string | undefined>): string[] {
  const own = new Set([...tags].map(toolsetOf))
  return [
    ...new Set([...Object.entries(wide).flatMap(([name, members]) => (members.some((each) => own.has(each)) ? [name] : [])), ...own]),
  ].toSorted()
}

/** Whether an operation of this tag belongs to one of the toolsets. */
export function inToolsets(tag: string | undefined, toolsets: readonly string[]): boolean {
  const own = toolsetOf(tag)
  return toolsets.some((each) => each === own || wide[each]?.includes(own))
}
