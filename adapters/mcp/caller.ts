import { type CallOptions, type Core, CrmError, Reply } from 'rapport-crm'
import type { Exchange, ExtensionTool, InputRequired } from './extension.ts'
import { failureResult } from './failure.ts'
import { badArgument, ProtocolFault } from './fault.ts'
import { runMetaTool } from './meta-calls.ts'
import { metaTools } from './meta-tools.ts'
import { type CallResult, loadOf, type ResultFormat, successResult, textOf } from './result.ts'
import type { OnError } from './service.ts'
import type { BudgetState } from './budget.ts'
import { conciseRecords, type RecordUrl, withRecordUrls } from './record-views.ts'
import type { OperationTool } from './tool.ts'
import { type Toolbox, withinExtension } from './toolbox.ts'

/** What a call of a tool needs besides name and arguments. */
export interface CallContext extends Exchange {
  readonly requestId?: string | undefined
  /** Size of the request, for operations that take no batches. */
  readonly bytes?: number | undefined
  readonly budget?: BudgetState | undefined
}

const MAX_BODY = 1024 * 1024

/** Runs tools; an error inside a tool becomes a result that describes it. */
export class Caller {
  readonly #engine: Core
  readonly #toolbox: Toolbox
  readonly #onError: OnError
  readonly #annotate: ReturnType<typeof withRecordUrls> | undefined
  readonly #concise: ReturnType<typeof conciseRecords>

  constructor(engine: Core, toolbox: Toolbox, onError: OnError, recordUrl?: RecordUrl) {
    this.#engine = engine
    this.#toolbox = toolbox
    this.#onError = onError
    this.#concise = conciseRecords(toolbox.recordTypes.values())
    this.#annotate = recordUrl && withRecordUrls(toolbox.recordTypes.values(), recordUrl)
  }

  /** Throws `ProtocolFault` for the name of an unknown tool. */
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
      return failureResult(error, { args, inputSchema: extension.tool.inputSchema, requestId: context.requestId })
    }
  }

  async #run(entry: OperationTool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<CallResult> {
    const { operation, tool, limit } = entry
    const { requestId, budget } = context
    const reply = new Reply()
    try {
      if ((context.bytes ?? 0) > MAX_BODY && !operation.batch) throw new CrmError('too_large', `${tool.name} takes at most 1 MiB`)
      const { input, options, concise } = splitArguments(entry, args)
      const paged = limit === undefined || 'limit' in input ? input : { ...input, limit }
      const asked = { ...options, reply, signal: context.signal, ...(requestId && { requestId }) }
      const ask = async (what: unknown) => {
        const value = await this.#engine.call(operation, what, context.actor, asked)
        return concise && entry.answers ? this.#concise(value, entry.answers) : value
      }
      const format = this.#formatOf(entry, context)
      const value = await ask(paged)
      if (limit === undefined) return await fitAnswer(entry, { value, input, format, ask })
      const { page, note } = await fitPage(value, format, (fewer) => ask({ ...paged, limit: fewer }))
      return successResult(page, format, note)
    } catch (error) {
      if (!(error instanceof CrmError)) this.#onError(error, requestId)
      else if (budget && error.status === 429) budget.refused = error
      const finders = { finder: this.#toolbox.finderOf(entry), finderFor: (field: string) => this.#toolbox.finderFor(field) }
      return failureResult(error, { args, inputSchema: entry.inputSchema, ...finders, requestId })
    } finally {
      if (budget) budget.rateLimit = reply.rateLimit
    }
  }

  #formatOf({ answers }: OperationTool, { modern }: CallContext): ResultFormat {
    return { modern, ...(this.#annotate && { annotate: this.#annotate(answers) }) }
  }
}

interface Answer {
  readonly value: unknown
  readonly input: Readonly<Record<string, unknown>>
  readonly format: ResultFormat
  ask(input: unknown): Promise<unknown>
}

// A result that is not a page. If it is too long, it is requested again, concisely or with a smaller limit, and truncated as a last resort.
async function fitAnswer(entry: OperationTool, asked: Answer): Promise<CallResult> {
  const { value, note } = await askForLess(entry, asked)
  const result = successResult(value, asked.format, note)
  if (!takes(entry, 'only') || result.content.length < 2) return result
  return { ...result, content: [...result.content, textOf('Name a list in `only` to see it whole.')] }
}

async function askForLess(entry: OperationTool, { value, input, format, ask }: Answer): Promise<{ value: unknown; note?: string }> {
  if (loadOf(value, format) <= 1) return { value }
  if (takes(entry, 'detail') && input['detail'] === undefined)
    return { value: await ask({ ...input, detail: 'concise' }), note: 'Shown concisely.' }
  const first = Number(input['limit'] ?? entry.operation.input.properties['limit']?.['default'])
  if (!entry.tool.annotations.readOnlyHint || !(first > 1)) return { value }
  let [limit, fewer] = [first, value]
  for (let load = loadOf(fewer, format); load > 1 && limit > 1; load = loadOf(fewer, format)) {
    limit = Math.max(1, Math.floor((limit * 0.95) / load))
    fewer = await ask({ ...input, limit })
  }
  return { value: fewer, note: `Too long for one result: shown with limit ${limit} instead of ${first}.` }
}

const takes = ({ operation }: OperationTool, name: string): boolean => Object.hasOwn(operation.input.properties, name)

// A page that is too long is requested again with a smaller limit: only the engine can make the cursor that continues from there.
async function fitPage(
  first: unknown,
  format: ResultFormat,
  ask: (limit: number) => Promise<unknown>,
): Promise<{ page: unknown; note?: string }> {
  const asked = listOf(first).length
  let [page, limit] = [first, asked]
  for (let fits = countThatFits(page, format); fits < limit; fits = countThatFits(page, format)) {
    limit = fits
    page = await ask(limit)
  }
  if (limit === asked) return { page }
  return { page, note: `Too long for one result: ${limit} of the page are shown, ${asked - limit} more follow from next_cursor.` }
}

// How many records of the page fit. Other content takes at most half of the room, because it can be truncated.
function countThatFits(page: unknown, format: ResultFormat): number {
  const list = listOf(page)
  if (list.length < 2 || loadOf(page, format) <= 1) return list.length
  const room = 1 - Math.min(0.5, loadOf({ ...(page as object), [nameOf(page)]: [] }, format))
  const load = loadOf({ [nameOf(page)]: list }, format)
  return load <= room ? list.length : Math.max(1, Math.floor((list.length * room * 0.95) / load))
}

// The records of a page are the first list of the answer.
const nameOf = (page: unknown): string => Object.entries(page as object).find(([, each]) => Array.isArray(each))?.[0] ?? ''
const listOf = (page: unknown): readonly unknown[] => (page as Record<string, readonly unknown[]>)[nameOf(page)] ?? []

const details = ['full', 'concise']

/** Splits arguments into the input of the operation and the options of the call. Unknown arguments stay, so that the engine refuses them by name. */
function splitArguments(
  { takes }: OperationTool,
  args: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; options: CallOptions; concise: boolean } {
  const { idempotency_key, if_match, detail } = args
  const taken = new Set(Object.entries(takes).flatMap(([name, isTaken]) => (isTaken ? [name] : [])))
  const input = Object.fromEntries(Object.entries(args).filter(([name]) => !taken.has(name)))
  const options: { idempotencyKey?: string; ifMatch?: number } = {}
  if (takes.idempotency_key && idempotency_key !== undefined) {
    if (typeof idempotency_key !== 'string' || idempotency_key.length === 0 || idempotency_key.length > 255)
      throw badArgument('/idempotency_key', 'invalid_type', 'idempotency_key is a text of 1 to 255 characters')
    options.idempotencyKey = idempotency_key
  }
  if (takes.if_match && if_match !== undefined) {
    if (typeof if_match !== 'number' || !Number.isInteger(if_match) || if_match <= 0)
      throw badArgument('/if_match', 'invalid_type', 'if_match is the version of the record, a whole number')
    options.ifMatch = if_match
  }
  if (takes.detail && detail !== undefined && !details.includes(detail as string))
    throw badArgument('/detail', 'not_allowed', `detail is one of ${details.join(', ')}`, details)
  return { input, options, concise: takes.detail && detail === 'concise' && input['fields'] === undefined }
}
