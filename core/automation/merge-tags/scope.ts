import { DealRecord } from '../../crm/deals/schema.ts'
import { mergeTags, workflowRoots, workflowTags } from './merge-tags.ts'
import { nearest } from './nearest.ts'
import type { TagPath } from './path.ts'

/** What texts of one kind may name: by root, its tags. */
export interface TagScope {
  /** By root: whole tags in lower case; `any` for a root of which every field may be named. */
  readonly roots: ReadonlyMap<string, ReadonlySet<string> | 'any'>
  /** Roots whose custom properties may be named. */
  readonly custom: ReadonlySet<string>
}

/** Why a tag may not be used, and the tag that may be meant. */
export interface TagProblem {
  readonly code: 'unknown_root' | 'unknown_tag' | 'not_available' | 'unknown_property'
  readonly message: string
  readonly suggestion: string | null
}

const propertyTag = /^(\w+)\.custom\.<property>$/

function scopeOf(tags: readonly string[], open: readonly string[] = [], custom: readonly string[] = []): TagScope {
  const roots = new Map<string, Set<string> | 'any'>(open.map((root) => [root, 'any']))
  const properties = new Set(custom)
  for (const tag of tags) {
    const [root = ''] = tag.split('.')
    const known = roots.get(root) ?? new Set<string>()
    roots.set(root, known)
    const owner = propertyTag.exec(tag)?.[1]
    if (owner !== undefined) properties.add(owner)
    else if (known !== 'any') known.add(tag)
  }
  return { roots, custom: properties }
}

const common: readonly string[] = Object.values(mergeTags).flat()
const ofDeals = Object.keys(DealRecord.properties).map((field) => `deal.${field}`)

/** Texts of e-mails, sequences and campaigns. */
export const messageScope: TagScope = scopeOf(common)
/** Texts of workflows and titles of their tasks: also fields of the deal and of the event. */
export const workflowScope: TagScope = scopeOf([...common, ...workflowTags, ...ofDeals], ['event'], ['deal'])

/** Why a path is no tag of a scope; null if it is one. `properties` are the custom properties of contacts, if they are known. */
export function problemOf(
  { tag, written, names, property }: TagPath,
  scope: TagScope,
  properties?: ReadonlySet<string>,
): TagProblem | null {
  const [root = ''] = names
  const known = scope.roots.get(root)
  if (known === undefined) return unknownRoot(root, tag, written, scope)
  if (property !== null && names.length === 2 && scope.custom.has(root)) {
    if (root !== 'contact' || properties === undefined || properties.has(property.toLowerCase())) return null
    const suggestion = nearest(property.toLowerCase(), properties)
    return problem('unknown_property', `Contacts have no custom property "${property}"`, suggestion && `contact.custom.${suggestion}`)
  }
  if (known === 'any' ? names.length > 1 : known.has(tag)) return null
  const candidates = known === 'any' ? workflowTags.filter((each) => each.startsWith(`${root}.`)) : known
  return problem('unknown_tag', `Unknown tag {{${written}}}`, nearest(tag, candidates))
}

function unknownRoot(root: string, tag: string, written: string, scope: TagScope): TagProblem {
  if (workflowRoots.some((each) => each === root)) return problem('not_available', `{{${written}}} is available in workflows only`, null)
  const tags = [...scope.roots.values()].flatMap((known) => (known === 'any' ? [] : [...known]))
  // Somebody who writes {{first_name}} means the contact.
  const ofContact = `contact.${tag}`
  const suggestion = tags.includes(ofContact) ? ofContact : nearest(tag, tags)
  return problem('unknown_root', `Unknown tag {{${written}}}`, suggestion)
}

function problem(code: TagProblem['code'], message: string, suggestion: string | null): TagProblem {
  return { code, suggestion, message: suggestion === null ? message : `${message}. Did you mean {{${suggestion}}}?` }
}
