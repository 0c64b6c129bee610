import type { ToolHints, Tool } from './tool.ts'

const hints = (readOnlyHint: boolean, destructiveHint: boolean): ToolHints => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint: readOnlyHint,
  openWorldHint: !readOnlyHint,
})

const runner = (name: string, title: string, what: string, annotations: ToolHints): Tool => ({
  name,
  title,
  description: `Run a tool that ${what}, by its name from crm_find_tools`,
  inputSchema: {
    type: 'object',
    properties: { tool: { type: 'string' }, arguments: { type: 'object', description: 'Of that tool' } },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations,
})

/**
 * The four tools of the lean surface that find and run all others. They are split by effect, so that the hints stay true: a single tool that
 * runs anything would have to be marked as destructive.
 */
export const metaTools: readonly Tool[] = [
  {
    name: 'crm_find_tools',
    title: 'Find tools',
    description:
      'Find tools by words, e.g. "quote send", with example arguments, and what is only over REST; detail schema shows all arguments',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        toolset: { type: 'string' },
        detail: { type: 'string', enum: ['names', 'summary', 'schema'], default: 'summary' },
      },
      additionalProperties: false,
    },
    annotations: hints(true, false),
  },
  runner('crm_read', 'Run a reading tool', 'only reads', hints(true, false)),
  runner('crm_write', 'Run a writing tool', 'creates or updates', hints(false, false)),
  runner('crm_delete', 'Run a deleting tool', 'deletes or overwrites many', hints(false, true)),
]
