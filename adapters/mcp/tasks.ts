import { type AnyOperation, type Core, CrmError, errorCatalog, type ErrorCode, refusalOf, writes } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { callIn } from './engine-call.ts'
import type { Exchange, Method, TaskCreated } from './extension.ts'
import { failureResult } from './failure.ts'
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolFault } from './fault.ts'
import { faultOf } from './refused.ts'
import { type CallResult, successResult } from './result.ts'
import type { Toolbox } from './toolbox.ts'
import type { OperationTool } from './tool.ts'

type Json = Readonly<Record<string, unknown>>

/** The name of the extension of the protocol. */
export const TASKS = 'io.modelcontextprotocol/tasks'
const MISSING_CAPABILITY = -32021
// Finished jobs are kept for 90 days, but a client should not count on more than this.
const TTL_MS = 86_400_000
const POLL_MS = 2000

/** A job as the engine answers it. */
interface Job {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  readonly total: number | null
  readonly result: Json | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly created_by: string
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

const statusOf = { queued: 'working', running: 'working', done: 'completed', failed: 'completed', cancelled: 'cancelled' } as const

/**
 * The tasks extension of 2026-07-28 over the jobs of the engine: a tool that starts a job answers with a task, if the client knows tasks. The
 * id of a task is that of the job with the name of the tool, so that any process can answer for it.
 */
export class Tasks {
  readonly #engine: Core
  readonly #toolbox: Toolbox

  constructor(engine: Core, toolbox: Toolbox) {
    this.#engine = engine
    this.#toolbox = toolbox
  }

  /** The methods of the extension; tasks with other ids are those of extensions, which answer to the same methods. */
  methods(theirs: ReadonlyMap<string, Method>): [string, (params: Json, context: CallContext) => Promise<Json>][] {
    const method = (name: string, own: (entry: OperationTool, job: Job, context: CallContext) => Promise<Json>) =>
      [
        name,
        async (params: Json, context: CallContext): Promise<Json> => {
          requireTasks(context)
          const { taskId } = params
          const [id, tool] = typeof taskId === 'string' ? taskId.split('.') : []
          const entry = id === undefined || tool === undefined ? undefined : this.#toolbox.tools.find((each) => each.tool.name === tool)
          if (id !== undefined && entry && startsJobs(entry.operation)) return await own(entry, await this.#job(id, context), context)
          const other = theirs.get(name)
          if (!other) throw unknownTask()
          return await other(params, context)
        },
      ] as [string, (params: Json, context: CallContext) => Promise<Json>]
    return [
      method('tasks/get', async (entry, job, context) => detailed(entry, job, context)),
      // No job asks for anything while it runs.
      method('tasks/update', async () => ({})),
      method('tasks/cancel', async (_, job, context) => {
        await this.#cancel(job, context)
        return {}
      }),
    ]
  }

  /** The input, which asks for a job where the operation takes one (`background`) and the client knows tasks, unless it says otherwise. */
  forClient({ operation }: OperationTool, input: Json, context: CallContext): Json {
    const may = knowsTasks(context) && startsJobs(operation) && 'background' in operation.input.properties
    return may && input['background'] === undefined ? { ...input, background: true } : input
  }

  /** The task that a tool has begun, for a client that knows tasks; undefined where it answered at once. */
  begunBy(entry: OperationTool, value: unknown, context: CallContext): Promise<TaskCreated | undefined> | undefined {
    const reads = this.#engine.registry.byId.get('getJob')
    // Whoever may not read jobs could not ask for the task.
    if (!knowsTasks(context) || !startsJobs(entry.operation) || !reads || refusalOf(reads, context.actor)) return undefined
    const id = (value as Json | null)?.['job_id']
    return typeof id === 'string' ? this.#begun(entry, id, context) : undefined
  }

  async #begun({ tool }: OperationTool, id: string, context: CallContext): Promise<TaskCreated | undefined> {
    try {
      return { resultType: 'task', ...taskOf(tool.name, await this.#job(id, context)) }
    } catch (error) {
      // The work is begun, so that its own answer is better than an error, as of a budget that is used up.
      if (error instanceof ProtocolFault) return undefined
      throw error
    }
  }

  // Of whoever started it: others read it as a job, by REST.
  async #job(id: string, context: CallContext): Promise<Job> {
    const job = (await this.#call('getJob', id, context)) as Job | undefined
    if (!job || job.created_by.toLowerCase() !== context.actor.user.trim().toLowerCase()) throw unknownTask()
    return job
  }

  // A job that has ended meanwhile is as it would be after its cancellation: over.
  async #cancel({ id }: Job, context: CallContext): Promise<void> {
    try {
      await this.#call('cancelJob', id, context)
    } catch (error) {
      if (!(error instanceof ProtocolFault) || (error.data as Json | undefined)?.['code'] !== 'conflict') throw error
    }
  }

  async #call(name: string, id: string, context: CallContext): Promise<unknown> {
    const operation = this.#engine.registry.byId.get(name)
    try {
      return operation && (await callIn(this.#engine, operation, { id }, context))
    } catch (error) {
      if (error instanceof CrmError && ['not_found', 'invalid_input'].includes(error.code)) throw unknownTask()
      throw faultOf(error, context)
    }
  }
}

/** Whether the client of a request knows tasks. */
export function knowsTasks({ modern, clientCapabilities }: Pick<Exchange, 'modern' | 'clientCapabilities'>): boolean {
  const { extensions } = clientCapabilities as { readonly extensions?: Json }
  return modern && extensions?.[TASKS] !== undefined
}

/** Throws the error that names the extension, unless the client knows tasks. */
export function requireTasks(exchange: Pick<Exchange, 'modern' | 'clientCapabilities'>): void {
  if (!exchange.modern) throw new ProtocolFault(METHOD_NOT_FOUND, 'Method not found')
  if (knowsTasks(exchange)) return
  const requiredCapabilities = { extensions: { [TASKS]: {} } }
  throw new ProtocolFault(MISSING_CAPABILITY, `This needs the extension ${TASKS}`, { requiredCapabilities })
}

const unknownTask = () => new ProtocolFault(INVALID_PARAMS, 'Unknown task')

// What answers a record is no task: its id is wanted at once.
function startsJobs(operation: AnyOperation): boolean {
  const { properties = {} } = operation.output as { readonly properties?: object }
  return writes(operation) && 'job_id' in properties && !('id' in properties)
}

function taskOf(tool: string, job: Job): Omit<TaskCreated, 'resultType'> {
  const { id, state, done, total, created_at, started_at, finished_at } = job
  return {
    taskId: `${id}.${tool}`,
    status: statusOf[state],
    statusMessage: total === null ? `${done} records are done` : `${done} of ${total} records are done`,
    createdAt: created_at,
    lastUpdatedAt: finished_at ?? started_at ?? created_at,
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_MS,
  }
}

function detailed({ operation, tool }: OperationTool, job: Job, context: CallContext): Json {
  const task = taskOf(tool.name, job)
  if (job.state === 'done') return { ...task, result: successResult(answerOf(operation, job), context) }
  return job.state === 'failed' ? { ...task, result: failed(job) } : { ...task }
}

// What the tool would have answered if it had been done at once.
function answerOf({ output }: AnyOperation, { id, done, total, result }: Job): Json {
  const properties = output['properties'] as Readonly<Record<string, { readonly type?: unknown }>>
  const value = (name: string): unknown => {
    if (name === 'job_id') return id
    if (name === 'matched') return total ?? done
    if (properties[name]?.type === 'array') return Array.isArray(result?.[name]) ? result[name] : []
    return result?.[name] ?? result?.['changed'] ?? done
  }
  return Object.fromEntries(Object.keys(properties).map((name) => [name, value(name)]))
}

function failed({ error, done }: Job): CallResult {
  const { code = 'internal_error', message = 'The job failed' } = error ?? {}
  const known = isErrorCode(code) ? code : 'internal_error'
  return failureResult(new CrmError(known, `${message} (${done} records had been done by then)`), { args: {} })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalog, code)
