import { type AnyOperation, type Core, CrmError, refusalOf, type Registry, type Scope } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { callIn } from './engine-call.ts'
import { faultOf, isNotFound, notFound } from './refused.ts'
import { recordTypesOf } from './record-types.ts'
import type { Audience } from './toolbox.ts'
import { inToolsets } from './toolsets.ts'

/** A type whose records are resources, `crm://{object}/{id}`. */
export interface ResourceType {
  /** As in its addresses and in `crm://schema/{object}`: `credit_notes`. */
  readonly object: string
  /** As `entity_type` of events: `credit_note`. */
  readonly singular: string
  /** Reads one record by its id. */
  readonly get: AnyOperation
  /** Lists its records, if there is such an operation without further input. */
  readonly list: AnyOperation | undefined
}

/** What an address asks for: an operation and its input. */
interface Target {
  readonly operation: AnyOperation
  readonly input: Readonly<Record<string, unknown>>
  /** Of a record: its type and id. */
  readonly type?: ResourceType
  readonly id?: string
}

const CATALOG = 'crm://catalog'
export const SCHEMA_TEMPLATE = 'crm://schema/{object}'
export const RECORD_TEMPLATE = 'crm://{object}/{id}'
/** The catalog and what follows from it change with the software and with custom properties only. */
export const CATALOG_TTL_MS = 300_000
const JSON_TYPE = 'application/json'

/** Catalog, schemas and records as resources: what REST answers at the same path, under the same rules. */
export class Resources {
  readonly #engine: Core
  readonly #types: ReadonlyMap<string, ResourceType>
  readonly #bySingular: ReadonlyMap<string, ResourceType>
  readonly #catalog: AnyOperation | undefined
  readonly #schema: AnyOperation | undefined

  constructor(engine: Core, toolsets: readonly string[]) {
    const served = (operation: AnyOperation | undefined) =>
      operation && (toolsets.length === 0 || inToolsets(operation.tag, toolsets)) ? operation : undefined
    this.#engine = engine
    this.#types = new Map(typesOf(engine.registry).flatMap((type) => (served(type.get) ? [[type.object, type] as const] : [])))
    this.#bySingular = new Map([...this.#types.values()].map((type) => [type.singular, type]))
    this.#catalog = served(routed(engine.registry, 'GET /catalog'))
    this.#schema = served(routed(engine.registry, 'GET /schema/{object}'))
  }

  /** Whether the address is one of these, whatever it leads to. */
  owns(uri: unknown): uri is string {
    return typeof uri === 'string' && uri.startsWith('crm://')
  }

  /** The types whose records the caller may read, in the order of their declaration. */
  typesFor(audience: Audience): ResourceType[] {
    return [...this.#types.values()].filter(({ get }) => allows(audience, get))
  }

  /** The type with this plural, if the caller may read its records. */
  typeFor(object: unknown, audience: Audience): ResourceType | undefined {
    const type = typeof object === 'string' ? this.#types.get(object) : undefined
    return type && allows(audience, type.get) ? type : undefined
  }

  /** The address of the record that an event is about, and its type; undefined for what is no resource. */
  addressOf(entityType: string, id: string): { readonly uri: string; readonly type: ResourceType } | undefined {
    const type = this.#bySingular.get(entityType)
    return type && { uri: recordUri(type.object, id), type }
  }

  /** Result of `resources/list`: what has no argument to fill in, in a fixed order. */
  list(audience: Audience): Readonly<Record<string, unknown>>[] {
    const catalog = this.#catalog && allows(audience, this.#catalog) ? [catalogResource] : []
    const schemas = this.#schema && allows(audience, this.#schema) ? this.typesFor(audience).map(schemaResource) : []
    return [...catalog, ...schemas]
  }

  /** Result of `resources/templates/list`. */
  templates(audience: Audience): Readonly<Record<string, unknown>>[] {
    if (this.typesFor(audience).length === 0) return []
    return [...(this.#schema && allows(audience, this.#schema) ? [schemaTemplate] : []), recordTemplate]
  }

  /** The scope that reading an address needs; undefined where it needs none or leads nowhere. */
  scopeOf(uri: unknown): Scope | undefined {
    const scope = this.owns(uri) ? this.#targetOf(uri)?.operation.scope : undefined
    return scope === 'public' ? undefined : scope
  }

  /** The record that an address names; undefined if it names no record of a type. */
  recordAt(uri: string): { readonly type: ResourceType; readonly id: string } | undefined {
    const { type, id } = this.#targetOf(uri) ?? {}
    return type && id !== undefined ? { type, id } : undefined
  }

  /**
   * Result of `resources/read`: the JSON that REST answers. Throws `ProtocolFault`: resource not found, also for records that the caller may
   * not see, and whatever else refuses the same call of REST.
   */
  async read(uri: string, context: CallContext): Promise<Readonly<Record<string, unknown>>> {
    const value = await this.value(uri, context)
    const isCatalog = uri === CATALOG
    return {
      contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
      // Records may change at any time.
      ...(context.modern && { ttlMs: isCatalog ? CATALOG_TTL_MS : 0, cacheScope: 'private' }),
    }
  }

  /** Whether an address is that of a record which the caller may read; throws whatever else refuses the call. */
  async isReadable(uri: string, context: CallContext): Promise<boolean> {
    if (!this.recordAt(uri)) return false
    try {
      await this.value(uri, context)
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  /** What is at an address; throws as `read`. */
  async value(uri: string, context: CallContext): Promise<unknown> {
    const target = this.#targetOf(uri)
    if (!target || !withinView(context, target.operation)) throw notFound(uri, context)
    try {
      return await callIn(this.#engine, target.operation, target.input, context)
    } catch (error) {
      // An id that cannot be one leads nowhere, too.
      if (error instanceof CrmError && ['not_found', 'invalid_input'].includes(error.code)) throw notFound(uri, context)
      throw faultOf(error, context)
    }
  }

  #targetOf(uri: string): Target | undefined {
    if (uri === CATALOG) return this.#catalog && { operation: this.#catalog, input: {} }
    const [, object = '', id = ''] = /^crm:\/\/([a-z_]+)\/([\w-]{1,100})$/.exec(uri) ?? []
    if (object === 'schema') return this.#schema && this.#types.has(id) ? { operation: this.#schema, input: { object: id } } : undefined
    const type = this.#types.get(object)
    return type && { operation: type.get, input: { id }, type, id }
  }
}

/** The address of a record. */
export const recordUri = (object: string, id: string): string => `crm://${object}/${id}`

const catalogResource = {
  uri: CATALOG,
  name: 'catalog',
  title: 'Catalog',
  description: 'All accepted values: stages, types, event types, triggers, actions, scopes, limits',
  mimeType: JSON_TYPE,
}
const schemaResource = ({ object, singular }: ResourceType) => ({
  uri: `crm://schema/${object}`,
  name: `schema/${object}`,
  title: `Schema of ${object.replaceAll('_', ' ')}`,
  description: `JSON Schema of one ${singular.replaceAll('_', ' ')}, with the custom properties and allowed values of the organization`,
  mimeType: JSON_TYPE,
})
const schemaTemplate = {
  uriTemplate: SCHEMA_TEMPLATE,
  name: 'schema',
  title: 'Schema',
  description: 'JSON Schema of the records of one type; object is its plural, such as contacts',
  mimeType: JSON_TYPE,
}
const recordTemplate = {
  uriTemplate: RECORD_TEMPLATE,
  name: 'record',
  title: 'Record',
  description: 'One record as REST answers it; object is the plural of its type, such as contacts',
  mimeType: JSON_TYPE,
}

function typesOf(registry: Registry): ResourceType[] {
  return [...recordTypesOf(registry).values()].flatMap(({ path, singular, plural }) => {
    const get = routed(registry, `GET /${path}/{id}`)
    // Files are no JSON.
    return get?.output['type'] === 'object' ? [{ object: plural, singular, get, list: routed(registry, `GET /${path}`) }] : []
  })
}

const routed = ({ list }: Registry, route: string): AnyOperation | undefined => list.find((each) => each.route === route)

const withinView = ({ view }: Audience, { tag }: AnyOperation): boolean => view.toolsets.length === 0 || inToolsets(tag, view.toolsets)

/** Whether key and address allow the operation. */
export const allows = (audience: Audience, operation: AnyOperation): boolean =>
  refusalOf(operation, audience.actor) === undefined && withinView(audience, operation)
