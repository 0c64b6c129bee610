import { type CallOptions, type Core, CrmError, Reply } from 'rapport-crm'
import type { Exchange, ExtensionTool, InputRequired } from './extension.ts'
import { failure } from './failure.ts'
import { badArgument, ProtocolFault } from './fault.ts'
import { runMetaTool } from './meta.ts'
import { metaTools } from './meta-tools.ts'
import { type CallResult, loadOf, success, textOf } from './result.ts'
import type { OnError } from './service.ts'
import type { Spent } from './spent.ts'
import type { OperationTool } from './tool.ts'
import { type Toolbox, withinExtension } from './toolbox.ts'

/** What a call of a tool needs besides name and arguments. */
export interface CallContext extends Exchange {
  readonly requestId?: string | undefined
  /** Size of the request, for operations that take no batches. */
  readonly bytes?: number | undefined
  readonly spent?: Spent | undefined
}

const MAX_BODY = 1024 * 1024

/** Runs tools: everything that goes wrong inside of one becomes a result that says so. */
export class Caller {
  readonly #engine: Core
  readonly #toolbox: Toolbox
  readonly #onError: OnError

  constructor(engine: Core, toolbox: Toolbox, onError: OnError) {
    this.#engine = engine
    this.#toolbox = toolbox
    this.#onError = onError
  }

  /** Throws `ProtocolFault` for a name that is no tool. */
  async call(name: string, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<CallResult | InputRequired> {
    const extension = this.#toolbox.extensionTools.get(name)
    if (extension && withinExtension(context.view, extension)) return this.#runExtension(extension, args, context)
    if (metaTools.some((each) => each.name === name))
      return runMetaTool(name, args, context, this.#toolbox, (entry, inner) => this.#run(entry, inner, context))
    return this.#run(this.#toolbox.find(name, context), args, context)
  }

  async #runExtension(
    extension: ExtensionTool,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<CallResult | InputRequired> {
    try {
      return await extension.call(args, context)
    } catch (error) {
      if (error instanceof ProtocolFault) throw error
      if (!(error instanceof CrmError)) this.#onError(error, context.requestId)
      return failure(error, { args, inputSchema: extension.tool.inputSchema, requestId: context.requestId })
    }
  }

  async #run(entry: OperationTool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<CallResult> {
    const { operation, tool, limit } = entry
    const { requestId, spent } = context
    const reply = new Reply()
    try {
      if ((context.bytes ?? 0) > MAX_BODY && !operation.batch) throw new CrmError('too_large', `${tool.name} takes at most 1 MiB`)
      const { input, options } = split(entry, args)
      const paged = limit === undefined || 'limit' in input ? input : { ...input, limit }
      const ask = (what: unknown) =>
        this.#engine.call(operation, what, context.actor, { ...options, reply, signal: context.signal, ...(requestId && { requestId }) })
      const value = await ask(paged)
      if (limit === undefined) return inParts(entry, success(value, context.modern))
      const { page, note } = await shortened(value, context.modern, (fewer) => ask({ ...paged, limit: fewer }))
      return success(page, context.modern, note)
    } catch (error) {
      if (!(error instanceof CrmError)) this.#onError(error, requestId)
      else if (spent && error.status === 429) spent.refused = error
      const finders = { finder: this.#toolbox.finderOf(entry), finderFor: (field: string) => this.#toolbox.finderFor(field) }
      return failure(error, { args, inputSchema: entry.inputSchema, ...finders, requestId })
    } finally {
      if (spent) spent.rateLimit = reply.rateLimit
    }
  }
}

// What was cut can be seen whole where the tool takes the names of what to show.
function inParts({ inputSchema }: OperationTool, result: CallResult): CallResult {
  const takesNames = Object.hasOwn((inputSchema['properties'] as object | undefined) ?? {}, 'only')
  if (!takesNames || result.content.length < 2) return result
  return { ...result, content: [...result.content, textOf('Name a list in `only` to see it whole.')] }
}

// A page that is too long is asked for again, shorter: only the engine can make a cursor that goes on from there.
async function shortened(
  first: unknown,
  modern: boolean,
  ask: (limit: number) => Promise<unknown>,
): Promise<{ page: unknown; note?: string }> {
  const asked = listOf(first).length
  let [page, limit] = [first, asked]
  for (let fits = fitting(page, modern); fits < limit; fits = fitting(page, modern)) {
    limit = fits
    page = await ask(limit)
  }
  if (limit === asked) return { page }
  return { page, note: `Too long for one result: ${limit} of the page are shown, ${asked - limit} more follow from next_cursor.` }
}

// How many of the page fit. What stands beside it is no reason to show less than half of it: that can be cut, and is then.
function fitting(page: unknown, modern: boolean): number {
  const list = listOf(page)
  if (list.length < 2 || loadOf(page, modern) <= 1) return list.length
  const room = 1 - Math.min(0.5, loadOf({ ...(page as object), [nameOf(page)]: [] }, modern))
  const load = loadOf({ [nameOf(page)]: list }, modern)
  return load <= room ? list.length : Math.max(1, Math.floor((list.length * room * 0.95) / load))
}

// The records of a page are the first list of its answer (operations.md 1).
const nameOf = (page: unknown): string => Object.entries(page as object).find(([, each]) => Array.isArray(each))?.[0] ?? ''
const listOf = (page: unknown): readonly unknown[] => (page as Record<string, readonly unknown[]>)[nameOf(page)] ?? []

function split(
  { takes }: OperationTool,
  args: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; options: CallOptions } {
  const { idempotency_key, if_match, ...rest } = args
  if (
    takes.idempotency_key &&
    idempotency_key !== undefined &&
    !(typeof idempotency_key === 'string' && idempotency_key.length > 0 && idempotency_key.length <= 255)
  )
    throw badArgument('/idempotency_key', 'invalid_type', 'idempotency_key is a text of 1 to 255 characters')
  if (takes.if_match && if_match !== undefined && !(Number.isInteger(if_match) && (if_match as number) > 0))
    throw badArgument('/if_match', 'invalid_type', 'if_match is the version of the record, a whole number')
  // What the tool does not take stays, so that the engine refuses it by name.
  const input = {
    ...rest,
    ...(idempotency_key !== undefined && !takes.idempotency_key && { idempotency_key }),
    ...(if_match !== undefined && !takes.if_match && { if_match }),
  }
  const options = {
    ...(takes.idempotency_key && typeof idempotency_key === 'string' && { idempotencyKey: idempotency_key }),
    ...(takes.if_match && typeof if_match === 'number' && { ifMatch: if_match }),
  }
  return { input, options }
}
