import { type AnyOperation, type Core, CrmError, isUnexpected, limits, Reply } from 'rapport-crm'
import { splitArguments } from './arguments.ts'
import { refuseUnknown } from './known-values.ts'
import { withIds } from './by-name.ts'
import { isLeft } from './engine-call.ts'
import type { Confirmations } from './confirm.ts'
import type { Exchange, ExtensionTool, InputRequired, TaskCreated } from './extension.ts'
import { failureResult } from './failure.ts'
import { ProtocolFault } from './fault.ts'
import { fitAnswer, fitPage } from './fit.ts'
import { runMetaTool } from './meta-calls.ts'
import { metaTools } from './meta-tools.ts'
import { type CallResult, type ResultFormat, successResult } from './result.ts'
import type { OnError } from './service.ts'
import type { BudgetState } from './budget.ts'
import { withOutcome } from './outcome.ts'
import { withExplainedRejects } from './rejects.ts'
import { conciseRecords, type RecordUrl, withRecordUrls } from './record-views.ts'
import { requireTasks, type Tasks } from './tasks.ts'
import type { OperationTool } from './tool.ts'
import { type Toolbox, withinExtension } from './toolbox.ts'

/** What a call of a tool comes to. */
export type Called = CallResult | InputRequired | TaskCreated

/** What a call of a tool needs besides name and arguments. */
export interface CallContext extends Exchange {
  readonly requestId?: string | undefined
  /** Size of the request, for operations that take no batches. */
  readonly bytes?: number | undefined
  readonly budget?: BudgetState | undefined
}

/** Asks something beside a call of a tool. */
type Beside = (operation: AnyOperation, input: unknown) => Promise<unknown>

const { value: MAX_BODY } = limits.body_bytes

/** What a caller works with. */
export interface CallerParts {
  readonly toolbox: Toolbox
  readonly tasks: Tasks
  readonly confirmations: Confirmations
  readonly onError: OnError
  readonly recordUrl?: RecordUrl | undefined
}

/** Runs tools; an error inside a tool becomes a result that describes it. */
export class Caller {
  readonly #engine: Core
  readonly #toolbox: Toolbox
  readonly #tasks: Tasks
  readonly #confirmations: Confirmations
  readonly #onError: OnError
  readonly #annotate: ReturnType<typeof withRecordUrls> | undefined
  readonly #concise: ReturnType<typeof conciseRecords>

  constructor(engine: Core, { toolbox, tasks, confirmations, onError, recordUrl }: CallerParts) {
    this.#engine = engine
    this.#toolbox = toolbox
    this.#tasks = tasks
    this.#confirmations = confirmations
    this.#onError = onError
    this.#concise = conciseRecords(toolbox.recordTypes.values())
    this.#annotate = recordUrl && withRecordUrls(toolbox.recordTypes.values(), recordUrl)
  }

  /** Throws `ProtocolFault` for the name of an unknown tool. */
  async call(name: string, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Called> {
    const extension = this.#toolbox.extensionTools.get(name)
    if (extension && withinExtension(context.view, extension)) return this.#runExtension(extension, args, context)
    if (metaTools.some((each) => each.name === name))
      return runMetaTool(name, args, context, this.#toolbox, (entry, inner) => this.#run(entry, inner, context))
    return this.#run(this.#toolbox.find(name, context), args, context)
  }

  async #runExtension(extension: ExtensionTool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Called> {
    try {
      const called = await extension.call(args, context)
      if ('resultType' in called && called.resultType === 'task') requireTasks(context)
      return called
    } catch (error) {
      if (error instanceof ProtocolFault) throw error
      if (isUnexpected(error)) this.#failed(error, context)
      return failureResult(error, { args, inputSchema: extension.tool.inputSchema, requestId: context.requestId })
    }
  }

  #failed(error: unknown, context: CallContext): void {
    if (!isLeft(error, context)) this.#onError(error, context.requestId)
  }

  async #run(entry: OperationTool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<Called> {
    const { operation, tool, limit } = entry
    const { requestId, budget } = context
    const beside = this.#asking(context)
    const reply = new Reply()
    try {
      if ((context.bytes ?? 0) > MAX_BODY && !operation.batch) throw new CrmError('too_large', `${tool.name} takes at most 1 MiB`)
      const { input: given, options, concise, confirmed } = splitArguments(entry, args, this.#toolbox.recordOf(entry))
      const input = this.#tasks.forClient(entry, await this.#withIds(entry, given, context, beside), context)
      const paged = limit === undefined || 'limit' in input ? input : { ...input, limit }
      const asked = { ...options, reply, signal: context.signal, transport: 'mcp', ...(requestId && { requestId }) } as const
      const ask = async (what: unknown) => {
        const value = await this.#engine.call(operation, what, context.actor, asked)
        return withOutcome(concise && entry.answers ? this.#concise(value, entry.answers) : value, entry.outcome, reply)
      }
      // What the key may not do is refused without a question.
      if (!confirmed && this.#toolbox.open(context, entry)) {
        // The answer of every operation that asks is an object.
        const preview = async () => (await beside(operation, { ...input, dry_run: true })) as Readonly<Record<string, unknown>>
        const asked = await this.#confirmations.needed(entry, input, context, preview)
        if (asked) return asked
      }
      const format = this.#formatOf(entry, context)
      const value = withExplainedRejects(await ask(paged), { args: input, inputSchema: entry.inputSchema })
      if (limit !== undefined) await refuseUnknown({ entry, input, toolbox: this.#toolbox, ask: beside }, value)
      const begun = await this.#tasks.begunBy(entry, value, context)
      if (begun) return begun
      if (limit === undefined) return await fitAnswer(entry, { value, input, format, ask })
      const { page, note } = await fitPage(value, format, (fewer) => ask({ ...paged, limit: fewer }))
      return successResult(page, format, note)
    } catch (error) {
      if (error instanceof ProtocolFault) throw error
      if (isUnexpected(error)) this.#failed(error, context)
      if (budget && error instanceof CrmError && error.status === 429) budget.refused = error
      const finders = { finder: this.#toolbox.finderOf(entry), finderFor: (field: string) => this.#toolbox.finderFor(field) }
      return failureResult(error, { args, inputSchema: entry.inputSchema, ...finders, requestId })
    } finally {
      if (budget) budget.rateLimit = reply.rateLimit
    }
  }

  // A caller who may not read gets what the engine says of a text that is no id.
  async #withIds(entry: OperationTool, input: Readonly<Record<string, unknown>>, context: CallContext, find: Beside) {
    const { actor } = context
    if (!actor.scopes.has('read') || !this.#toolbox.open(context, entry)) return input
    return await withIds(entry, input, this.#toolbox, actor, find)
  }

  // What has to be known to understand a call, or its answer, ends with it, too.
  #asking({ actor, requestId, signal }: CallContext): Beside {
    return async (operation, asked) =>
      await this.#engine.call(operation, asked, actor, { signal, transport: 'mcp', ...(requestId && { requestId }) })
  }

  #formatOf({ answers }: OperationTool, { modern }: CallContext): ResultFormat {
    return { modern, ...(this.#annotate && { annotate: this.#annotate(answers) }) }
  }
}
