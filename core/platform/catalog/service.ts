import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { buildCatalog, conciseCatalog } from './build.ts'
import { type ObjectSchema, objectSchemas } from './object-schemas.ts'

type Catalog = Readonly<Record<string, unknown>>

/** The accepted values of one engine; made once, when somebody asks first. */
export class CatalogService {
  static readonly inject = [Registry, Settings] as const
  readonly #registry: Registry
  readonly #settings: Settings

  constructor(registry: Registry, settings: Settings) {
    this.#registry = registry
    this.#settings = settings
  }

  /**
   * All lists, or those that `only` names, comma separated; `version` is always there. Throws `invalid_input` (`not_allowed` at
   * `/only`) for a list that there is not.
   */
  read(only?: string, detail: 'full' | 'concise' = 'full'): Catalog {
    const full = once(catalogs, this.#registry, () => buildCatalog(this.#registry, this.#settings))
    const catalog = detail === 'full' ? full : once(conciseCatalogs, this.#registry, () => conciseCatalog(full))
    if (!only?.trim()) return catalog
    const names = ['version', ...only.split(',').map((each) => each.trim())]
    const unknown = names.find((name) => !Object.hasOwn(catalog, name))
    if (unknown !== undefined) throw invalid('/only', 'not_allowed', `The catalog has no list ${unknown}`, Object.keys(catalog))
    return Object.fromEntries(names.map((name) => [name, catalog[name]]))
  }

  /** JSON Schema of the records of one object, by its singular or plural name; throws `not_found` with the names that there are. */
  schemaOf(object: string): ObjectSchema {
    const schemas = once(schemasOf, this.#registry, () => objectSchemas(this.#registry))
    const found = schemas.find(({ singular, plural }) => object === singular || object === plural)
    if (found) return found
    const allowed = schemas.map(({ singular }) => singular)
    const message = `There is no object ${object}; there are ${allowed.join(', ')}`
    throw new CrmError('not_found', message, { errors: [{ path: '/object', code: 'not_allowed', message, allowed }] })
  }
}

// Features do not change while an engine is open, so neither does what follows from them.
const catalogs = new WeakMap<Registry, Catalog>()
const conciseCatalogs = new WeakMap<Registry, Catalog>()
const schemasOf = new WeakMap<Registry, ReturnType<typeof objectSchemas>>()

function once<T extends object>(made: WeakMap<Registry, T>, registry: Registry, make: () => T): T {
  const known = made.get(registry) ?? make()
  made.set(registry, known)
  return known
}
