import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from 'rapport-crm'
import type { Exchange, InputRequired } from './extension.ts'
import { badArgument, INVALID_PARAMS, ProtocolFault } from './fault.ts'
import type { OperationTool } from './tool.ts'

type Input = Readonly<Record<string, unknown>>
type Asking = Pick<Exchange, 'actor' | 'modern' | 'clientCapabilities' | 'inputResponses' | 'requestState' | 'ask' | 'signal'>

// So long may a person think about a question.
const OPEN_MS = 600_000

/** Questions to people before much is overwritten or deleted. */
export class Confirmations {
  readonly #engine: Core
  readonly #now: () => number
  #secrets: Promise<readonly Buffer[]> | undefined

  constructor(engine: Core, now: () => number) {
    this.#engine = engine
    this.#now = now
  }

  /**
   * What must be asked before this call, as a result that the client answers with the next one; undefined: nothing, or its user has agreed.
   * Throws `invalid_input` for a client that cannot ask (the model passes `confirm` once its user agrees) and where the user has not agreed,
   * and `ProtocolFault` for the answer to another question, or to one of more than ten minutes ago.
   */
  async needed(entry: OperationTool, input: Input, exchange: Asking, preview: () => Promise<Input>): Promise<InputRequired | undefined> {
    const { asks } = entry.operation
    const { requestState, inputResponses } = exchange
    const answer = inputResponses['confirm']
    if (answer !== undefined && !isAccepted(answer)) throw declined()
    const about = [exchange.actor.organization, exchange.actor.user, entry.tool.name, hashOf(input)]
    if (requestState !== undefined || answer !== undefined) await this.#check(requestState, about)
    if (asks === undefined || answer !== undefined) return undefined
    const question = await asks(input, preview)
    if (question === undefined) return undefined
    const unasked = () =>
      badArgument('/confirm', 'required', `${question} Nothing was changed yet. Pass confirm: true if that is meant`, [true])
    if (exchange.clientCapabilities['elicitation'] === undefined) throw unasked()
    const params = paramsOf(question)
    if (exchange.modern)
      return {
        resultType: 'input_required',
        inputRequests: { confirm: { method: 'elicitation/create', params } },
        requestState: await this.#stateOf(about),
      }
    // A client that answers with an error, or not in time, has asked nobody.
    const said = await exchange.ask('elicitation/create', params).catch(() => undefined)
    exchange.signal.throwIfAborted()
    if (said === undefined) throw unasked()
    if (!isAccepted(said)) throw declined()
    return undefined
  }

  async #stateOf(about: readonly string[]): Promise<string> {
    const until = String(this.#now() + OPEN_MS)
    const [secret = Buffer.alloc(0)] = await this.#allSecrets()
    return `${until}.${signature(secret, until, about).toString('base64url')}`
  }

  async #check(state: string | undefined, about: readonly string[]): Promise<void> {
    const [until = '', signed = ''] = state?.split('.') ?? []
    const given = Buffer.from(signed, 'base64url')
    const isOurs = (await this.#allSecrets()).some((secret) => {
      const own = signature(secret, until, about)
      return own.length === given.length && timingSafeEqual(own, given)
    })
    if (!isOurs) throw new ProtocolFault(INVALID_PARAMS, 'requestState is not that of a question about this call')
    if (Number(until) <= this.#now())
      throw new ProtocolFault(INVALID_PARAMS, 'The question is more than ten minutes old: call without requestState')
  }

  async #allSecrets(): Promise<readonly Buffer[]> {
    const secrets = (this.#secrets ??= this.#engine.secretsFor('questions of tools'))
    try {
      return await secrets
    } catch (error) {
      this.#secrets = undefined
      throw error
    }
  }
}

const signature = (secret: Buffer, until: string, about: readonly string[]): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([until, ...about]))
    .digest()

// The same whatever the order of the arguments.
const hashOf = (input: Input): string => createHash('sha256').update(JSON.stringify(input, sorted)).digest('base64url')

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const paramsOf = (message: string) => ({
  message,
  requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
})

const declined = () => badArgument('/confirm', 'declined', 'The user has not agreed; nothing was changed')

function isAccepted(answer: unknown): boolean {
  const { action, content } = (answer ?? {}) as { readonly action?: unknown; readonly content?: { readonly confirm?: unknown } }
  return action === 'accept' && content?.confirm === true
}
