import { type Method, ProtocolFault } from 'rapport-crm/mcp'
import { image, resource, text } from './content.ts'
import { promptThatAsks } from './input-required.ts'

const argument = (name: string) => ({ name, description: `Argument ${name}`, required: true })
const prompts = [
  { name: 'test_simple_prompt', description: 'Fixture: a prompt without arguments' },
  { name: 'test_prompt_with_arguments', description: 'Fixture: a prompt with arguments', arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'Fixture: a prompt with a resource', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'Fixture: a prompt with an image' },
  { name: 'test_input_required_result_prompt', description: 'Fixture: a prompt that asks back' },
]
const user = (content: unknown) => ({ role: 'user', content })

const get: Method = async (params, exchange) => {
  const given = (params['arguments'] ?? {}) as Record<string, string>
  switch (params['name']) {
    case 'test_simple_prompt':
      return { messages: [user(text('This is a simple prompt for testing.'))] }
    case 'test_prompt_with_arguments':
      return { messages: [user(text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`))] }
    case 'test_prompt_with_embedded_resource':
      return {
        messages: [
          user(resource(given['resourceUri'] ?? '', 'text/plain', 'Embedded resource content for testing.')),
          user(text('Please process the embedded resource above.')),
        ],
      }
    case 'test_prompt_with_image':
      return { messages: [user(image), user(text('Please analyze the image above.'))] }
    case 'test_input_required_result_prompt':
      return promptThatAsks(exchange)
    default:
      throw new ProtocolFault(-32602, `Unknown prompt: ${String(params['name'])}`)
  }
}

export const promptMethods: Readonly<Record<string, Method>> = {
  'prompts/list': async () => ({ prompts }),
  'prompts/get': get,
  'completion/complete': async (params) => {
    const { value = '' } = (params['argument'] ?? {}) as { value?: string }
    const values = ['paris', 'park', 'party'].filter((each) => each.startsWith(value))
    return { completion: { values, total: values.length, hasMore: false } }
  },
}
