import levenshtein from 'leven'
import { type Actor, type AnyOperation, CurrentActor, refusalOf, type Registry, type Scope } from 'rapport-crm'
import type { Extension, ExtensionTool } from './extension.ts'
import { INVALID_PARAMS, ProtocolFault, shortened } from './fault.ts'
import { rankedByMeaning } from './meaning.ts'
import { metaTools } from './meta-tools.ts'
import { nearestName } from './nearest.ts'
import { plainName, recordsIn, type RecordType, recordTypesOf } from './record-types.ts'
import { type OperationTool, snake, toolOf } from './tool.ts'
import { inToolsets, toolsetNames } from './toolsets.ts'
import type { View } from './view.ts'

/** Who asks for tools, and which part of the list. */
export interface Audience {
  readonly actor: Actor
  readonly view: View
}

/** The result of `tools/list`. */
export interface ToolList {
  readonly tools: readonly ExtensionTool['tool'][]
}

const MAX_CACHED_VIEWS = 64
const MAX_NAME = 100
// Two swapped letters.
const SLIP = 2

/** All tools, created once from the registry: the default ones first, then in the order of declaration. */
export class Toolbox {
  readonly tools: readonly OperationTool[]
  /** By the first segment of their paths. */
  readonly recordTypes: ReadonlyMap<string, RecordType>
  readonly extensionTools: ReadonlyMap<string, ExtensionTool>
  /** The names that `?toolsets=` takes. */
  readonly toolsets: readonly string[]
  /** What has no tool. */
  readonly restOnly: readonly AnyOperation[]
  readonly #byName: ReadonlyMap<string, OperationTool>
  readonly #views = new Map<string, ToolList>()

  constructor(registry: Registry, extensions: readonly Extension[] = [], toolsets: readonly string[] = []) {
    const operations = registry.list.filter(({ mcp, tag }) => mcp !== undefined && (toolsets.length === 0 || inToolsets(tag, toolsets)))
    this.restOnly = registry.list.filter(({ mcp }) => mcp === undefined)
    this.recordTypes = recordTypesOf(registry)
    this.tools = [...operations.filter(({ mcp }) => mcp === 'default'), ...operations.filter(({ mcp }) => mcp === true)].map((each) =>
      toolOf(each, recordsIn(each, this.recordTypes)),
    )
    this.toolsets = toolsetNames(operations.map(({ tag }) => tag))
    this.#byName = new Map(this.tools.map((each) => [each.tool.name, each]))
    this.extensionTools = new Map(extensions.flatMap(({ tools = [] }) => tools).map((each) => [each.tool.name, each]))
  }

  /** The tools that this audience sees. Older revisions allow only objects as output, so other output schemas are left out there. */
  list(audience: Audience, modern: boolean): ToolList {
    const key = keyOf(audience, modern)
    const known = this.#views.get(key)
    if (known) return known
    const made = { tools: this.#make(audience, modern) }
    if (this.#views.size >= MAX_CACHED_VIEWS) this.#views.clear()
    this.#views.set(key, made)
    return made
  }

  /** Whether key and address allow the tool; the lean surface hides tools without forbidding them. */
  open({ actor, view }: Audience, { operation, tool }: OperationTool): boolean {
    return refusalOf(operation, actor) === undefined && within(view, { operation, tool })
  }

  /** What the record is that the path of a tool names by its id, such as `deal`; undefined if it names none. */
  recordOf({ operation: { route } }: OperationTool): string | undefined {
    return this.recordTypes.get(/^\w+ \/([\w-]+)\/\{id\}/.exec(route)?.[1] ?? '')?.singular
  }

  /** The record type of this name: `company`, `Companies`, `credit notes`. */
  recordTypeCalled(name: string): RecordType | undefined {
    const plain = plainName(name)
    return [...this.recordTypes.values()].find(({ singular, plural }) => plain === singular || plain === plural)
  }

  /** The scope that a tool needs; undefined for a tool that is none of an operation. */
  scopeOf(name: unknown): Scope | undefined {
    const scope = typeof name === 'string' ? this.#byName.get(name)?.operation.scope : undefined
    return scope === 'public' ? undefined : scope
  }

  /** The tool of this name. Throws `ProtocolFault` if it does not exist or the address excludes it; the engine refuses what the key may not do. */
  find(name: string, audience: Audience): OperationTool {
    const entry = this.#byName.get(name)
    if (entry && within(audience.view, entry)) return entry
    const why = entry ? `${name} is outside of the toolsets or the read-only mode of this address` : this.#unknown(name, audience)
    const meant = this.#meantBy(name, audience)
    throw new ProtocolFault(INVALID_PARAMS, meant && meant !== name ? `${why}. Did you mean ${meant}?` : why)
  }

  #unknown(name: string, { actor }: Audience): string {
    const operation = this.restOnly.find(({ id }) => snake(id) === name)
    const isOpen = operation && refusalOf(operation, actor) === undefined
    return isOpen ? `${name} is no tool: only over REST, ${operation.route}` : `Unknown tool: ${shortened(name)}`
  }

  // The tool whose name is a slip away, else the one whose words mean the same (`list_customers`), else the nearest.
  #meantBy(name: string, audience: Audience): string | undefined {
    const open = this.tools.filter((each) => this.open(audience, each)).map(({ tool, operation }) => ({ ...tool, tag: operation.tag }))
    const names = [...open.map((each) => each.name), ...(audience.view.lean ? metaTools.map((each) => each.name) : [])]
    const near = nearestName(name, names)
    const isSameThing = near?.split('_').at(-1) === name.split('_').at(-1)
    if (near !== undefined && (isSameThing || levenshtein(near, name) <= SLIP)) return near
    const [best] = name.length > MAX_NAME ? [] : rankedByMeaning(open, name.replaceAll('_', ' '))
    return best?.whole === true ? best.each.name : near
  }

  /** The tool of this name, whoever asks: the engine judges the call. */
  named(name: string): OperationTool | undefined {
    return this.#byName.get(name)
  }

  /** The tool that lists or searches the records of the same path, and so finds their ids. */
  finderOf({ operation }: OperationTool): string | undefined {
    const path = operation.route.split(' ')[1] ?? ''
    const base = `/${path.split('/')[1]}`
    const finders = [`POST ${base}/search`, `GET ${base}`]
    return finders
      .flatMap((route) => this.tools.filter((each) => each.operation.route === route))
      .find((each) => each.operation !== operation)?.tool.name
  }

  /** The tool that finds the records whose ids a field holds: `search_companies` for `company_id` and `parent_company_id`. */
  finderFor(field: string): string | undefined {
    const stem = field.replace(/_ids?$/, '').replace(/^(primary_)?lead$/, 'contact')
    const [, last] = /_([a-z]+)$/.exec(stem) ?? []
    return this.#finderOfType(stem) ?? (last === undefined ? undefined : this.#finderOfType(last))
  }

  #finderOfType(stem: string): string | undefined {
    const plurals = [`${stem}s`, stem.replace(/y$/, 'ies')]
    const found = plurals.flatMap((each) => [`search_${each}`, `list_${each}`]).find((name) => this.#byName.has(name))
    // `template_id` is that of an e-mail template.
    return found ?? [...this.#byName.keys()].find((name) => name.startsWith('list_') && name.endsWith(`_${plurals[0]}`))
  }

  #make(audience: Audience, modern: boolean): ToolList['tools'] {
    const { view } = audience
    const seen = this.tools.filter((each) => this.open(audience, each) && (!view.lean || each.operation.mcp === 'default'))
    const listed = seen.map(({ tool, leanTool, inputSchema, outputSchema }) =>
      view.wholeSchemas
        ? { ...tool, inputSchema, ...((modern || outputSchema.type === 'object') && { outputSchema }) }
        : view.lean
          ? leanTool
          : tool,
    )
    if (view.lean) return [...listed, ...metaTools.filter(({ annotations }) => !view.readOnly || annotations.readOnlyHint)]
    return [...listed, ...[...this.extensionTools.values()].filter((each) => withinExtension(view, each)).map(({ tool }) => tool)]
  }
}

function within({ toolsets, readOnly }: View, { operation, tool }: Pick<OperationTool, 'operation' | 'tool'>): boolean {
  return (toolsets.length === 0 || inToolsets(operation.tag, toolsets)) && (!readOnly || tool.annotations.readOnlyHint)
}

/** An extension has no tag and no scope: it is shown unless toolsets are named, and in read-only mode only if it declares that it reads only. */
export function withinExtension({ toolsets, readOnly }: View, { tool }: ExtensionTool): boolean {
  return toolsets.length === 0 && (!readOnly || tool.annotations?.readOnlyHint === true)
}

function keyOf({ actor, view }: Audience, modern: boolean): string {
  const { scopes, role, administration, widget, sees } = new CurrentActor(actor)
  return JSON.stringify([
    [...scopes].toSorted(),
    role,
    administration,
    widget,
    sees !== undefined,
    view.toolsets,
    view.readOnly,
    view.lean,
    view.wholeSchemas,
    modern,
  ])
}
