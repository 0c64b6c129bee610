import valid from 'semver/functions/valid.js'
import type { Feature } from './feature.ts'

type Kind = 'text' | 'list' | 'object' | 'function' | 'object or function'

// Whoever adds a property to features says here what it is.
const kinds: Readonly<Record<string, Kind>> = {
  name: 'text',
  version: 'text',
  requires: 'object',
  recordTypes: 'list',
  contributes: 'list',
  prepareConditions: 'function',
  operations: 'object or function',
  pages: 'list',
  entities: 'list',
  watches: 'list',
  audits: 'list',
  events: 'object',
  triggers: 'list',
  actions: 'list',
  vocabularies: 'list',
  migrations: 'list',
  loops: 'list',
  services: 'list',
  jobTypes: 'list',
  filterOwners: 'list',
  creators: 'list',
  consumers: 'list',
  notices: 'list',
  prompts: 'list',
  arrivals: 'list',
  meters: 'list',
  changeHooks: 'list',
  hooks: 'list',
  adapters: 'object',
  catalog: 'object or function',
  limits: 'object',
} satisfies Record<keyof Feature, Kind>

/** What is wrong with the shape of a feature that comes from outside, where no compiler has seen it; undefined: nothing. */
export function shapeFault(given: unknown): string | undefined {
  if (!isObject(given)) return 'A plugin is an object with name and version, as `plugin({ name, version, ... })` makes it'
  const { name, version } = given
  if (typeof name !== 'string' || !/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(name)) return '`name` must be kebab-case, such as our-erp'
  if (typeof version !== 'string' || valid(version) === null) return '`version` must be a version such as 1.0.0'
  for (const [key, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined
    if (kind === undefined) return `No plugin has \`${key}\`; known are ${Object.keys(kinds).join(', ')}`
    if (value !== undefined && !kind.split(' or ').includes(kindOf(value))) return `\`${key}\` must be ${articleOf(kind)}`
  }
  return undefined
}

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> => kindOf(given) === 'object'

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text'
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}

const articleOf = (kind: Kind): string => (kind.startsWith('object') ? `an ${kind}` : `a ${kind}`)
