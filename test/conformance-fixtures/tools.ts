import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type ExtensionTool, ProtocolFault } from 'rapport-crm/mcp'
import { audio, image, resource, text } from './content.ts'

type Properties = Readonly<Record<string, unknown>>

/** A tool that answers content blocks. */
export function tool(name: string, call: ExtensionTool['call'], properties: Properties = {}): ExtensionTool {
  return { tool: { name, description: `Fixture: ${name.replaceAll('_', ' ')}`, inputSchema: { type: 'object', properties } }, call }
}
const content = (...blocks: { type: string }[]) => ({ content: blocks })
const fixed = (name: string, ...blocks: { type: string }[]) => tool(name, async () => content(...blocks))

const plain = [
  fixed('test_simple_text', text('This is a simple text response for testing.')),
  fixed('test_image_content', image),
  fixed('test_audio_content', audio),
  fixed('test_embedded_resource', resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  fixed(
    'test_multiple_content_types',
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  tool('test_error_handling', async () => ({ isError: true, ...content(text('This tool intentionally returns an error for testing')) })),
  fixed('test_logging_tool', text('Nobody asked for logs')),
  fixed('test_trigger_tool_change', text('Nothing changed')),
  fixed('test_trigger_prompt_change', text('Nothing changed')),
]

const talking = [
  tool('test_tool_with_logging', async (_, exchange) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await exchange.notify('notifications/message', { level: 'info', data })
      await pause(50)
    }
    return content(text('Logged three times'))
  }),
  tool('test_tool_with_progress', async (_, exchange) => {
    const { progressToken } = exchange
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) await exchange.notify('notifications/progress', { progressToken, progress, total: 100 })
      await pause(50)
    }
    return content(text('Progressed to the end'))
  }),
  tool('test_reconnection', async (_, exchange) => {
    exchange.closeStream()
    await pause(100)
    return content(text('Came back for this'))
  }),
  tool('test_missing_capability', async (_, { clientCapabilities }) => {
    if (!('sampling' in clientCapabilities)) {
      throw new ProtocolFault(-32021, 'Needs the capability sampling', { requiredCapabilities: { sampling: {} } })
    }
    return content(text('The client can sample'))
  }),
]

const form = (message: unknown, properties: Properties, required: readonly string[] = []) => ({
  message,
  requestedSchema: { type: 'object', properties, required },
})
const elicit = async (exchange: Exchange, params: Properties) => {
  const { action, content: given } = (await exchange.ask('elicitation/create', params)) as { action: string; content?: unknown }
  return content(text(`Elicitation completed: action=${action}, content=${JSON.stringify(given ?? {})}`))
}
const options = (...values: string[]) => values.map((value) => ({ const: value, title: value.toUpperCase() }))

const asking = [
  tool(
    'test_sampling',
    async ({ prompt }, exchange) => {
      const answer = (await exchange.ask('sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      })) as { content: { text?: string } }
      return content(text(`LLM response: ${answer.content.text}`))
    },
    { prompt: { type: 'string' } },
  ),
  tool(
    'test_elicitation',
    async ({ message }, exchange) => {
      const answer = await exchange.ask(
        'elicitation/create',
        form(message, { username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']),
      )
      return content(text(`User response: ${JSON.stringify(answer)}`))
    },
    { message: { type: 'string' } },
  ),
  tool('test_elicitation_sep1034_defaults', (_, exchange) =>
    elicit(
      exchange,
      form('Defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    ),
  ),
  tool('test_elicitation_sep1330_enums', (_, exchange) =>
    elicit(
      exchange,
      form('Choices', {
        untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        titledSingle: { type: 'string', oneOf: options('value1', 'value2', 'value3') },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
        titledMulti: { type: 'array', items: { anyOf: options('value1', 'value2', 'value3') } },
      }),
    ),
  ),
]

const draft = 'https://json-schema.org/draft/2020-12/schema'
const schemas: ExtensionTool[] = [
  {
    tool: {
      name: 'json_schema_2020_12_tool',
      description: 'Fixture: every keyword of JSON Schema 2020-12 that must survive',
      inputSchema: {
        $schema: draft,
        type: 'object',
        $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
    },
    call: async () => content(text('Taken')),
  },
]

export const tools: readonly ExtensionTool[] = [...plain, ...talking, ...asking, ...schemas]
