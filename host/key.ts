import type { Args } from './args.ts'
import { type Client, openClient } from './client.ts'
import { CommandError } from './explain.ts'

interface Key {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly user_id: string
  readonly created_by: string
  readonly scopes: readonly string[]
  readonly widget: boolean
  readonly administration: boolean
  readonly status: string
  readonly last_used_at: string | null
}

type Run = (client: Client, args: Args) => Promise<void>

/** `rapport key create|list|revoke`: acts as the first administrator, or with `--url` as the given key. */
export async function key(args: Args): Promise<number> {
  const [action = ''] = args.positionals
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw new CommandError('Name an action: rapport key create, list or revoke <id>')
  const client = await openClient(args.values)
  try {
    await run(client, args)
    return 0
  } finally {
    await client.close()
  }
}

const actions: Readonly<Record<string, Run>> = { create, list, revoke }

// Only the key goes to the standard output, so that scripts can read it.
async function create(client: Client, { values }: Args): Promise<void> {
  const { name = 'Command line', scopes = 'read,write', user } = values
  const made = await client.call('createApiKey', {
    name,
    ...(values['administration'] === true && { administration: true }),
    ...(user !== undefined && { user_id: await idOf(client, String(user)) }),
    scopes: String(scopes)
      .split(',')
      .map((each) => each.trim()),
  })
  const { key, prefix, created_by, administration } = made as Key & { key: string }
  console.error(
    `The key ${prefix}... acts as ${user ?? created_by} with ${String(scopes)}${administration ? ' and administration' : ''}; it is shown only once:`,
  )
  console.log(key)
}

async function list(client: Client): Promise<void> {
  const lines: string[][] = [['ID', 'KEY', 'NAME', 'ACTS AS', 'SCOPES', 'STATUS', 'LAST USED']]
  const emails = new Map<string, string>()
  let cursor: string | null = null
  do {
    const page = (await client.call('listApiKeys', cursor ? { cursor } : {})) as { api_keys: Key[]; next_cursor: string | null }
    for (const each of page.api_keys) {
      if (!emails.has(each.user_id)) emails.set(each.user_id, await emailOf(client, each.user_id))
      const scopes = each.widget ? 'widget' : [...each.scopes, ...(each.administration ? ['administration'] : [])].join(',')
      lines.push([
        each.id,
        `${each.prefix}...`,
        each.name,
        emails.get(each.user_id) ?? '',
        scopes,
        each.status,
        each.last_used_at ?? 'never',
      ])
    }
    cursor = page.next_cursor
  } while (cursor)
  console.log(table(lines))
}

async function revoke(client: Client, { positionals: [, id] }: Args): Promise<void> {
  if (!id) throw new CommandError('Name the key: rapport key revoke <id>; rapport key list shows the ids')
  await client.call('revokeApiKey', { id })
  console.log(`The key ${id} is revoked.`)
}

interface User {
  readonly id: string
  readonly email: string
}

async function idOf(client: Client, email: string): Promise<string> {
  const { users } = (await client.call('listUsers', { email: email.trim().toLowerCase() })) as { users: User[] }
  if (!users[0]) throw new CommandError(`There is no teammate ${email}: invite them first (POST /users)`)
  return users[0].id
}

async function emailOf(client: Client, id: string): Promise<string> {
  return ((await client.call('getUser', { id })) as User).email
}

function table(lines: readonly string[][]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
