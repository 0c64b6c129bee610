import type { AnyOperation } from 'rapport-crm'
import type { Exchange, InputRequired } from './extension.ts'
import { badArgument } from './fault.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * What must be asked before this call, as a result that a client with elicitation answers; undefined: nothing. Throws `invalid_input` for a
 * client that cannot ask: the model passes `confirm` once its user agrees.
 */
export async function confirmation(
  { asks }: AnyOperation,
  input: Input,
  exchange: Pick<Exchange, 'modern' | 'clientCapabilities' | 'inputResponses'>,
  preview: () => Promise<Input>,
): Promise<InputRequired | undefined> {
  if (asks === undefined || isAccepted(exchange.inputResponses['confirm'])) return undefined
  const question = await asks(input, preview)
  if (question === undefined) return undefined
  const declined = exchange.inputResponses['confirm'] !== undefined
  if (declined) throw badArgument('/confirm', 'declined', 'The user has not agreed; nothing was changed')
  if (exchange.modern && exchange.clientCapabilities['elicitation'] !== undefined) return inputRequired(question)
  throw badArgument('/confirm', 'required', `${question} Nothing was changed yet. Pass confirm: true if that is meant`, [true])
}

const inputRequired = (message: string): InputRequired => ({
  resultType: 'input_required',
  inputRequests: {
    confirm: {
      method: 'elicitation/create',
      params: { message, requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] } },
    },
  },
})

function isAccepted(answer: unknown): boolean {
  const { action, content } = (answer ?? {}) as { readonly action?: unknown; readonly content?: { readonly confirm?: unknown } }
  return action === 'accept' && content?.confirm === true
}
