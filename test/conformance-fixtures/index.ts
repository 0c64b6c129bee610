import type { Extension } from 'rapport-crm/mcp'
import { inputRequiredTools } from './input-required.ts'
import { promptMethods } from './prompts.ts'
import { resourceMethods } from './resources.ts'
import { tools } from './tools.ts'

/** What the conformance suite of the protocol expects of a server, according to its README. */
export const conformanceFixtures: Extension = {
  capabilities: { prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
  tools: [...tools, ...inputRequiredTools],
  methods: { ...promptMethods, ...resourceMethods },
}
