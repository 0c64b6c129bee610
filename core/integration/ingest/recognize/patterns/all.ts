import type { IngestObject } from '../../objects.ts'
import { documents, line } from './document.ts'
import { company, contact, deal } from './party.ts'
import { activity, task } from './agenda.ts'
import { compilePatterns, type CompiledPatterns, type Patterns } from './pattern.ts'
import { priceRule, product } from './product.ts'

const sources: Readonly<Partial<Record<IngestObject, Patterns>>> = {
  ...documents,
  companies: company,
  contacts: contact,
  deals: deal,
  tasks: task,
  activities: activity,
  products: product,
  price_rules: priceRule,
}

const compiled = new Map<string, CompiledPatterns>()

/** The patterns of an object, or of a document line, compiled once. */
export function patternsOf(object: IngestObject | 'line'): CompiledPatterns {
  const known = compiled.get(object)
  if (known) return known
  const source = object === 'line' ? line : sources[object]
  if (!source) throw new Error(`no patterns for ${object}`)
  const made = compilePatterns(source)
  compiled.set(object, made)
  return made
}
