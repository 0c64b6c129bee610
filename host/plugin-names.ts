import { builtinModules } from 'node:module'
import { Engine, type Feature } from 'rapport-crm'
import { plugins as bundled } from './plugins.ts'

// Table names of PostgreSQL have 63 characters, and indexes say more than the name.
const MOST = 30
const MOST_WITH_SCOPE = 214
const reserved = new Set([
  ...builtinModules,
  'node_modules',
  'favicon.ico',
  'rapport',
  'rapport-crm',
  'sample-part',
  'vitest',
  'typescript',
])

/** Why a plugin cannot have this name; undefined: it can. */
export function refusedName(name: string): string | undefined {
  const plugin = /^(?:@[a-z\d][a-z\d._-]*\/)?([a-z][a-z\d]*(?:-[a-z][a-z\d]*)*)$/.exec(name)?.[1]
  if (plugin === undefined)
    return `${name === '' ? 'Name the plugin' : `${JSON.stringify(name)} is no name of a plugin`}: words in lower case with dashes, such as our-erp or @acme/our-erp`
  if (plugin.length > MOST || name.length > MOST_WITH_SCOPE) return `${plugin} is too long: ${MOST} characters at most`
  if (reserved.has(plugin)) return `${plugin} is the name of something else: take another one`
  const [fault] = Engine.faultsOf([...bundled, probe(new PluginNames(name))]).filter(({ at }) => at === bundled.length)
  return fault && `${plugin} is taken: ${fault.message}`
}

// With what the templates declare, so that what is taken is told before anything is written.
function probe(names: PluginNames): Feature {
  const [action, table, route, id] = ['sample_part.send', 'sample_parts', 'GET /sample-parts', 'listSampleParts'].map((each) =>
    names.filled(each),
  )
  const declared = {
    name: names.plugin,
    version: '0.1.0',
    actions: [{ type: action }],
    entities: [{ table }],
    operations: { probe: { list: { id, route } } },
  }
  // It is looked at by its names only.
  return declared as never
}

/** The names of a plugin in all spellings: they stand where the templates say `sample-part`. */
export class PluginNames {
  /** Without the scope of the package. */
  readonly plugin: string

  constructor(name: string) {
    this.plugin = name.replace(/^.*\//, '')
  }

  /** A text of a template with these names. */
  filled(text: string): string {
    return text.replace(/(sample)([-_ ]?)(part)(s?)/gi, (_, first: string, between: string, second: string, plural: string) => {
      const words = this.plugin.split('-')
      if (plural) words.push(pluralOf(words.pop() ?? ''))
      const isUpper = first === 'SAMPLE'
      const spelled = words.map((word, at) => {
        if (isUpper) return word.toUpperCase()
        return (at === 0 ? first : second).startsWith(at === 0 ? 'S' : 'P') ? capital(word) : word
      })
      return spelled.join(between)
    })
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
