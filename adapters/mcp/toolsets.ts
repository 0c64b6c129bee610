import { CrmError, type Registry } from 'rapport-crm'
import { nearest } from './nearest.ts'

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
    'attachments',
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

/** The same names. Throws `invalid_input` for one that no operation has. */
export function knownToolsets(registry: Registry, names: readonly string[]): readonly string[] {
  if (names.length === 0) return names
  const known = toolsetNames(registry.list.filter(({ mcp }) => mcp !== undefined).map(({ tag }) => tag))
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new CrmError('invalid_input', `Unknown toolset ${name}.${meant ? ` Did you mean ${meant}?` : ''} Known: ${known.join(', ')}`)
  }
  return names
}
