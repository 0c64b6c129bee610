import type { Core } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { Candidates, type Completion, completed, shown } from './completion.ts'
import type { Method } from './extension.ts'
import { INVALID_PARAMS, ProtocolFault, shortened } from './fault.ts'
import { Prompts } from './prompts.ts'
import { notFound } from './refused.ts'
import { RECORD_TEMPLATE, type Resources, SCHEMA_TEMPLATE } from './resources.ts'

type Json = Readonly<Record<string, unknown>>
type OwnMethod = (params: Json, context: CallContext) => Promise<Json>
type Capabilities = Readonly<Record<string, Json>>

/** Methods of the engine itself, and the capabilities that they stand for. */
export interface OwnMethods {
  readonly capabilities: Capabilities
  readonly methods: ReadonlyMap<string, OwnMethod>
}

/**
 * Resources, prompts and their completion. What extensions answer to the same methods is added: their lists follow, and what has another
 * address or name than ours is theirs.
 */
export function ownMethods(engine: Core, resources: Resources, theirs: ReadonlyMap<string, Method>): OwnMethods {
  const candidates = new Candidates(engine, resources)
  const prompts = new Prompts(engine, resources, candidates)
  const joined = (method: string, key: string, own: (context: CallContext) => readonly Json[]): [string, OwnMethod] => [
    method,
    async (params, context) => {
      // All of ours are on the first page, so a cursor is one of theirs.
      const isFirst = params['cursor'] === undefined
      const more = await theirs.get(method)?.(params, context)
      if (!more && !isFirst) throw new ProtocolFault(INVALID_PARAMS, 'Unknown cursor')
      return { ...more, [key]: [...(isFirst ? own(context) : []), ...((more?.[key] as readonly Json[] | undefined) ?? [])] }
    },
  ]
  const passed = async (method: string, params: Json, context: CallContext, otherwise: ProtocolFault): Promise<Json> => {
    const answer = theirs.get(method)
    if (!answer) throw otherwise
    return await answer(params, context)
  }
  const methods = new Map<string, OwnMethod>([
    joined('resources/list', 'resources', (context) => resources.list(context)),
    joined('resources/templates/list', 'resourceTemplates', (context) => resources.templates(context)),
    [
      'resources/read',
      async (params, context) => {
        const { uri } = params
        if (resources.owns(uri)) return await resources.read(uri, context)
        return await passed('resources/read', params, context, notFound(String(uri), context))
      },
    ],
    [
      'completion/complete',
      async (params, context) => {
        const { ref, argument, chosen } = askedIn(params)
        const typed = String(argument['value'] ?? '')
        const name = String(argument['name'])
        if (ref['type'] === 'ref/prompt' && prompts.owns(ref['name']))
          return { ...(await prompts.complete(ref['name'], name, typed, context)) }
        const own = ref['type'] === 'ref/resource' && resources.owns(ref['uri'])
        if (own) return { ...(await completeAddress(String(ref['uri']), name, { typed, chosen, context }, { resources, candidates })) }
        return await passed('completion/complete', params, context, new ProtocolFault(INVALID_PARAMS, 'Unknown prompt or resource'))
      },
    ],
  ])
  const capabilities: Capabilities = { resources: {}, completions: {}, ...(prompts.size > 0 && { prompts: {} }) }
  if (prompts.size === 0) return { capabilities, methods }
  methods.set(...joined('prompts/list', 'prompts', (context) => prompts.list(context)))
  methods.set('prompts/get', async (params, context) => {
    const { name, arguments: given } = params
    if (prompts.owns(name)) return await prompts.get(name, given, context)
    return await passed('prompts/get', params, context, new ProtocolFault(INVALID_PARAMS, `Unknown prompt: ${shortened(String(name))}`))
  })
  return { capabilities, methods }
}

async function completeAddress(
  template: string,
  name: string,
  { typed, chosen, context }: { readonly typed: string; readonly chosen: Json; readonly context: CallContext },
  { resources, candidates }: { readonly resources: Resources; readonly candidates: Candidates },
): Promise<Completion> {
  const isTemplate = template === RECORD_TEMPLATE || template === SCHEMA_TEMPLATE
  if (isTemplate && name === 'object')
    return completed(
      resources.typesFor(context).map(({ object }) => object),
      typed,
    )
  if (template !== RECORD_TEMPLATE || name !== 'id') throw new ProtocolFault(INVALID_PARAMS, `${template} has no argument ${name}`)
  return shown((await candidates.of(String(chosen['object'] ?? ''), typed, context)).map(({ id }) => id))
}

function askedIn(params: Json): { readonly ref: Json; readonly argument: Json; readonly chosen: Json } {
  const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
  return { ref: object(params['ref']), argument: object(params['argument']), chosen: object(object(params['context'])['arguments']) }
}
