import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Exchange, type InputRequired, ProtocolFault } from 'rapport-crm/mcp'
import { text } from './content.ts'
import { tool } from './tools.ts'

type Requests = NonNullable<InputRequired['inputRequests']>

const key = randomBytes(32)
const done = (said: string) => ({ content: [text(said)] })
const need = (inputRequests: Requests, state?: string): InputRequired => ({
  resultType: 'input_required',
  inputRequests,
  ...(state !== undefined && { requestState: sign(state) }),
})
const form = (message: string, property: string, type = 'string') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] } },
})
const sampling = (prompt: string, maxTokens: number) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens },
})
const roots = { method: 'roots/list', params: {} }

function sign(state: string): string {
  const body = Buffer.from(state).toString('base64url')
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

/** The returned state; throws if it differs from the sent one. */
function verified({ requestState }: Exchange): string | undefined {
  if (requestState === undefined) return undefined
  const [body = ''] = requestState.split('.')
  const state = Buffer.from(body, 'base64url').toString()
  const expected = Buffer.from(sign(state))
  const given = Buffer.from(requestState)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ProtocolFault(-32602, 'Invalid or expired requestState')
  return state
}

const given = (exchange: Exchange, name: string, field: string): unknown =>
  ((exchange.inputResponses[name] as { content?: Record<string, unknown> } | undefined)?.content ?? {})[field]

const name = form('What is your name?', 'name')

export const inputRequiredTools = [
  tool('test_input_required_result_elicitation', async (_, exchange) => {
    const said = given(exchange, 'user_name', 'name')
    return typeof said === 'string' ? done(`Hello, ${said}!`) : need({ user_name: name })
  }),
  tool('test_streaming_elicitation', async (_, exchange) =>
    given(exchange, 'user_name', 'name') === undefined ? need({ user_name: name }) : done('Hello'),
  ),
  tool('test_input_required_result_sampling', async (_, { inputResponses }) => {
    const answer = inputResponses['capital_question'] as { content?: { text?: string } } | undefined
    return answer ? done(`Sampled: ${answer.content?.text}`) : need({ capital_question: sampling('What is the capital of France?', 100) })
  }),
  tool('test_input_required_result_list_roots', async (_, { inputResponses }) => {
    const answer = inputResponses['client_roots'] as { roots?: { uri: string }[] } | undefined
    return answer?.roots ? done(`Roots: ${answer.roots.map(({ uri }) => uri).join(', ')}`) : need({ client_roots: roots })
  }),
  tool('test_input_required_result_request_state', async (_, exchange) => {
    const confirmed = verified(exchange) === 'confirm' && 'confirm' in exchange.inputResponses
    return confirmed ? done('state-ok') : need({ confirm: form('Please confirm', 'ok', 'boolean') }, 'confirm')
  }),
  tool('test_input_required_result_multiple_inputs', async (_, exchange) => {
    const requests = { user_name: name, greeting: sampling('Generate a greeting', 50), client_roots: roots }
    const complete = verified(exchange) === 'many' && Object.keys(requests).every((each) => each in exchange.inputResponses)
    return complete ? done('All answers are here') : need(requests, 'many')
  }),
  tool('test_input_required_result_multi_round', async (_, exchange) => {
    const state = verified(exchange)
    if (state === 'round 2' && 'step2' in exchange.inputResponses) return done('Two rounds')
    if (state === 'round 1' && 'step1' in exchange.inputResponses) {
      return need({ step2: form('Step 2: What is your favorite color?', 'color') }, 'round 2')
    }
    return need({ step1: form('Step 1: What is your name?', 'name') }, 'round 1')
  }),
  tool('test_input_required_result_tampered_state', async (_, exchange) =>
    verified(exchange) === 'whole' ? done('The state is whole') : need({ confirm: form('Please confirm', 'ok', 'boolean') }, 'whole'),
  ),
  tool('test_input_required_result_capabilities', async (_, { clientCapabilities, inputResponses }) => {
    if (Object.keys(inputResponses).length > 0) return done('Answered')
    return need({
      ...('sampling' in clientCapabilities && { greeting: sampling('Generate a greeting', 50) }),
      ...('elicitation' in clientCapabilities && { user_name: name }),
    })
  }),
]

/** `prompts/get` may ask the client, too. */
export async function promptThatAsks(exchange: Exchange) {
  const context = given(exchange, 'user_context', 'context')
  if (typeof context !== 'string') return { ...need({ user_context: form('What context should the prompt use?', 'context') }) }
  return { messages: [{ role: 'user', content: text(`In the context of ${context}`) }] }
}
