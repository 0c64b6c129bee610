import { CrmError, type Registry } from 'rapport-crm'
import type { Extension } from './extension.ts'
import { metaTools } from './meta-tools.ts'
import { snake } from './tool.ts'

/** The extensions of plugins (`adapters: { mcp }`), then those of the options. Throws `invalid_input` where one is none, or a name is taken twice. */
export function extensionsOf(registry: Registry, given: readonly Extension[]): readonly Extension[] {
  const named = [
    ...registry.givenTo('mcp').map(({ feature, value }) => ({ from: `The plugin ${feature}`, value })),
    ...given.map((value) => ({ from: 'An extension', value })),
  ]
  const operations = registry.list.filter(({ mcp }) => mcp !== undefined).map(({ id }) => snake(id))
  const tools = new Set([...operations, ...metaTools.map(({ name }) => name)])
  const methods = new Set(['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call'])
  return named.map(({ from, value }) => {
    const extension = checked(from, value)
    for (const { tool } of extension.tools ?? []) claim(tools, tool.name, `${from} gives the tool ${tool.name}, which there is already`)
    for (const name of Object.keys(extension.methods ?? {}))
      claim(methods, name, `${from} gives the method ${name}, which there is already`)
    return extension
  })
}

function claim(taken: Set<string>, name: string, message: string): void {
  if (taken.has(name)) throw new CrmError('invalid_input', message)
  taken.add(name)
}

const isTool = ({ tool, call }: NonNullable<Extension['tools']>[number]) =>
  /^[\w.-]{1,128}$/.test(tool?.name ?? '') && tool.inputSchema?.['type'] === 'object' && typeof call === 'function'

// Capabilities of the server, by the first word of the methods that need them.
const needs: Readonly<Record<string, string>> = {
  prompts: 'prompts',
  resources: 'resources',
  completion: 'completions',
  logging: 'logging',
}

function capabilitiesFor(methods: NonNullable<Extension['methods']>): NonNullable<Extension['capabilities']> {
  const names = Object.keys(methods).flatMap((name) => needs[name.split('/')[0] ?? ''] ?? [])
  return Object.fromEntries(names.map((name) => [name, {}]))
}

function checked(from: string, value: unknown): Extension {
  // Plugins are written without a compiler, too.
  const { tools = [], methods = {}, capabilities = {} } = (value ?? {}) as Extension
  if (typeof value !== 'object' || !Array.isArray(tools) || typeof methods !== 'object' || typeof capabilities !== 'object')
    throw new CrmError('invalid_input', `${from} gives MCP something else than { capabilities, tools: [...], methods: { ... } }`)
  const wrong = tools.findIndex((each) => !isTool(each))
  if (wrong >= 0)
    throw new CrmError(
      'invalid_input',
      `Tool ${wrong + 1} of ${from} needs { tool: { name, description, inputSchema: { type: 'object' } }, call }`,
    )
  const idle = Object.entries(methods).find(([, each]) => typeof each !== 'function')
  if (idle) throw new CrmError('invalid_input', `${from} gives the method ${idle[0]}, which is no function`)
  return { tools, methods, capabilities: { ...capabilitiesFor(methods), ...capabilities } }
}
