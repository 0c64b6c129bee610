import type { Args } from './args.ts'
import { CommandError } from './explain.ts'
import { openOperator, type OperatorClient, refuseOthers } from './operator-client.ts'

interface Invited {
  readonly email: string
  readonly organization: string
  readonly link: string
  readonly expires_at: string | Date
}

type Run = (client: OperatorClient, email: string, values: Args['values']) => Promise<void>

/** `rapport user create|invite|reset`: for people who sign in. */
export async function user({ positionals: [action = '', email, ...more], values }: Args): Promise<number> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run || email === undefined || more.length > 0)
    throw new CommandError('Name an action and one address: rapport user create, invite or reset <e-mail>')
  refuseOthers(values, `rapport user ${action}`, options[action] ?? [])
  const client = await openOperator(values)
  try {
    await run(client, email, values)
    return 0
  } finally {
    await client.close()
  }
}

const options: Readonly<Record<string, readonly string[]>> = {
  create: ['organization', 'name', 'role'],
  invite: ['organization'],
  reset: ['remove-second-factor'],
}

const actions: Readonly<Record<string, Run>> = {
  async create(client, email, { organization, name, role }) {
    const input = { email, ...(organization && { organization }), ...(name && { name }), ...(role && { role }) }
    sayInvitation((await client.call('createUser', input)) as Invited)
  },
  async invite(client, email, { organization }) {
    sayInvitation((await client.call('inviteUser', { email, ...(organization && { organization }) })) as Invited)
  },
  async reset(client, email, { 'remove-second-factor': removes }) {
    const input = { email, ...(removes === true && { remove_second_factor: true }) }
    const { link, expires_at } = (await client.call('resetUser', input)) as Invited
    if (removes === true) console.error(`The second factor of ${email} is removed.`)
    console.error(`A new password for ${email} is set here, once, until ${shown(expires_at)}:`)
    console.log(link)
  },
}

/** Says where an invitation is accepted; only the link goes to the standard output, so that scripts can read it. */
export function sayInvitation({ email, organization, link, expires_at }: Invited): void {
  console.error(`${email} is invited to ${organization} and sets a password here, once, until ${shown(expires_at)}:`)
  console.log(link)
}

function shown(time: string | Date): string {
  return new Date(time).toISOString()
}
