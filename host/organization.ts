import type { Args } from './args.ts'
import { CommandError } from './explain.ts'
import { openOperator, type OperatorClient, refuseOthers } from './operator-client.ts'
import { tableOf } from './table.ts'
import { sayInvitation } from './user.ts'

interface Organization {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly suspended_at: string | Date | null
}

/** Checks the words of the command, and returns what is then done: a wrong command neither opens nor creates a database. */
type Action = (args: Args) => (client: OperatorClient) => Promise<void>

/** `rapport organization create|list|suspend|resume`. */
export async function organization(args: Args): Promise<number> {
  const [action = ''] = args.positionals
  const prepare = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!prepare || args.positionals.length > 2)
    throw new CommandError(
      'Name an action and one organization: rapport organization create <id> --admin <e-mail>, list, suspend <id> or resume <id>',
    )
  const run = prepare(args)
  refuseOthers(args.values, `rapport organization ${action}`, action === 'create' ? ['admin', 'name'] : [])
  const client = await openOperator(args.values)
  try {
    await run(client)
    return 0
  } finally {
    await client.close()
  }
}

const actions: Readonly<Record<string, Action>> = {
  create({ positionals: [, id], values: { admin, name } }) {
    if (id === undefined || admin === undefined)
      throw new CommandError('Name the organization and its first administrator: rapport organization create <id> --admin <e-mail>')
    const input = { id, admin, ...(name !== undefined && { name }) }
    return async (client) => sayInvitation((await client.call('createOrganization', input)) as Parameters<typeof sayInvitation>[0])
  },
  list({ positionals: [, id] }) {
    if (id !== undefined) throw new CommandError('rapport organization list shows all organizations and takes no identifier')
    return async (client) => {
      const { organizations } = (await client.call('listOrganizations', {})) as { organizations: readonly Organization[] }
      const rows = organizations.map(({ id, name, plan, suspended_at }) => [id, name, plan, suspended_at === null ? 'active' : 'suspended'])
      console.log(tableOf(['ID', 'NAME', 'PLAN', 'STATUS'], rows).join('\n'))
    }
  },
  suspend({ positionals: [, id] }) {
    const organization = named(id, 'suspend')
    return async (client) => {
      await client.call('suspendOrganization', { organization })
      console.log(
        `The organization ${id} is suspended: its keys, sessions and pages are refused, its background work waits, its data stay.`,
      )
    }
  },
  resume({ positionals: [, id] }) {
    const organization = named(id, 'resume')
    return async (client) => {
      await client.call('resumeOrganization', { organization })
      console.log(`The organization ${id} works again.`)
    }
  },
}

function named(id: string | undefined, action: string): string {
  if (id === undefined)
    throw new CommandError(`Name the organization: rapport organization ${action} <id>; rapport organization list shows them`)
  return id
}
