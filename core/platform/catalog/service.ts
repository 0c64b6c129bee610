import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { pick } from '../../kernel/values/objects.ts'
import type { Catalog } from './schema.ts'
import { buildCatalog, conciseCatalog } from './build.ts'
import { type ObjectSchema, objectSchemas } from './object-schemas.ts'

/** The catalog of one engine, built once on the first call. */
export class CatalogService {
  static readonly uses = { registry: Registry, settings: Settings }
  readonly #uses: Resolved<typeof CatalogService.uses>

  constructor(uses: Resolved<typeof CatalogService.uses>) {
    this.#uses = uses
  }

  /**
   * All lists, or those that `only` names, comma separated, always with `version`. Throws `invalid_input` (`not_allowed` at `/only`)
   * for an unknown list.
   */
  read(only?: string, detail: 'full' | 'concise' = 'full'): Catalog {
    const full = once(catalogs, this.#uses.registry, () => buildCatalog(this.#uses.registry, this.#uses.settings))
    const catalog = detail === 'full' ? full : once(conciseCatalogs, this.#uses.registry, () => conciseCatalog(full))
    if (!only?.trim()) return catalog
    const names = ['version', ...only.split(',').map((each) => each.trim())]
    const isList = (name: string): name is keyof Catalog => Object.hasOwn(catalog, name)
    const unknown = names.find((name) => !isList(name))
    if (unknown !== undefined) throw invalid('/only', 'not_allowed', `The catalog has no list "${unknown}"`, Object.keys(catalog))
    return pick(catalog, names.filter(isList))
  }

  /** JSON Schema of the records of one object, by its singular or plural name; throws `not_found` with the known names. */
  schemaOf(object: string): ObjectSchema {
    const schemas = once(schemasOf, this.#uses.registry, () => objectSchemas(this.#uses.registry))
    const found = schemas.find(({ singular, plural }) => object === singular || object === plural)
    if (found) return found
    const allowed = schemas.map(({ singular }) => singular)
    const message = `Unknown object "${object}". The objects are ${allowed.join(', ')}`
    throw new CrmError('not_found', message, { errors: [{ path: '/object', code: 'not_allowed', message, allowed }] })
  }
}

// Features do not change while an engine is open, and neither does the catalog.
const catalogs = new WeakMap<Registry, Catalog>()
const conciseCatalogs = new WeakMap<Registry, Catalog>()
const schemasOf = new WeakMap<Registry, ReturnType<typeof objectSchemas>>()

function once<T extends object>(cache: WeakMap<Registry, T>, registry: Registry, make: () => T): T {
  const known = cache.get(registry) ?? make()
  cache.set(registry, known)
  return known
}
