import { readFileSync } from 'node:fs'
import { type Args, readArgs } from './args.ts'

interface Command {
  readonly usage: string
  readonly summary: string
  readonly options?: Readonly<Record<string, string>>
  /** Options without a value. */
  readonly flags?: Readonly<Record<string, string>>
  /** Loads the command, which returns the exit code; `undefined` keeps the process running. */
  load(): Promise<(args: Args) => Promise<number | undefined>>
}

const host = {
  url: 'address of a running host (http://host:port), to use it instead of the database',
  key: 'API key for --url (default: RAPPORT_BOOTSTRAP_KEY)',
}

const operator = {
  url: 'address of a running host (http://host:port), to use it instead of the database',
  key: 'key of the operator for --url (default: RAPPORT_OPERATOR_KEY)',
}

// Commands are loaded when they run, so that help and errors appear at once.
const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve [--mail-preview] [--local-webhooks]',
    summary: 'Start the server',
    flags: {
      'mail-preview': 'show outgoing mail at /mail instead of sending it; for development, on this machine only',
      'local-webhooks': 'let webhooks reach rapport webhooks listen in the same folder; for development, on this machine only',
    },
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    usage: 'migrate [--status|--dry-run|--sql]',
    summary: 'Migrate the database and exit; the options only tell, also while a host runs, and change nothing',
    flags: {
      status: 'list the migrations that are done and those that are not; exits with 2 if some are not',
      'dry-run': 'name the migrations that would be run',
      sql: 'print the SQL of the migrations that would be run',
    },
    load: async () => (await import('./migrate.ts')).migrate,
  },
  backup: {
    usage: 'backup <file>',
    summary: 'Copy the SQLite database as it is at one moment, also while a host runs',
    flags: { replace: 'replace a file of that name' },
    load: async () => (await import('./backup.ts')).backup,
  },
  key: {
    usage: 'key create|list|revoke [id]',
    summary: 'Manage API keys',
    flags: { administration: 'the key may also administrate: users, teams, keys, the organization' },
    options: {
      name: 'purpose of the key',
      scopes: 'comma-separated (default: read,write)',
      user: 'e-mail of the teammate that the key acts as',
      ...host,
    },
    load: async () => (await import('./key.ts')).key,
  },
  user: {
    usage: 'user create|invite|reset <e-mail>',
    summary: 'Add a user, invite one to sign in, or let one set a new password; prints the link, which works once',
    flags: { 'remove-second-factor': 'with reset: for whoever has lost the app and the recovery codes' },
    options: {
      organization: 'identifier (default: the first one)',
      name: 'of the user',
      role: 'admin or member (default: member)',
      ...operator,
    },
    load: async () => (await import('./user.ts')).user,
  },
  organization: {
    usage: 'organization create|list|suspend|resume [id]',
    summary: 'Manage organizations; a suspended one is refused at once on every host, its data stay',
    options: { admin: 'e-mail of the first administrator of a new one', name: 'of the organization', ...operator },
    load: async () => (await import('./organization.ts')).organization,
  },
  plan: {
    usage: 'plan <plan>',
    summary: 'Set the plan of the organization, which sets its quota of calls; a running host on PostgreSQL applies it within 5 s',
    options: { organization: 'identifier (default: the first one)' },
    load: async () => (await import('./plan.ts')).plan,
  },
  ingest: {
    usage: 'ingest <file|-> --object <object> --provider custom:<name> [--preview]',
    summary: 'Import records under their own field names from CSV, XLSX, JSON or JSON lines; exits with 2 if some are rejected',
    flags: { preview: 'show how the file is read and what would happen to each record; writes nothing' },
    options: { object: 'companies, contacts, products, invoices, ...', provider: 'the source, such as custom:erp', ...host },
    load: async () => (await import('./ingest.ts')).ingest,
  },
  seed: {
    usage: 'seed',
    summary: 'Fill an organization with a believable history of 18 months, to try things out; needs the package @faker-js/faker',
    flags: { add: 'also to an organization that has contacts' },
    options: {
      contacts: 'how many (default: 2000)',
      locale: 'language of names and texts: en, fr, de, es, nl, it or pt (default: en)',
      seed: 'a number that chooses the history; the same one makes the same again (default: 1)',
      organization: 'identifier (default: the first one)',
    },
    load: async () => (await import('./seed/seed.ts')).seed,
  },
  webhooks: {
    usage: 'webhooks listen',
    summary:
      'Print the deliveries of a running host on this machine, and verify each, until Ctrl-C; start the host with serve --local-webhooks',
    flags: { json: 'print each delivery with its body as one line of JSON' },
    options: {
      events: 'types of events, comma-separated, such as contact.*,deal.won (default: all)',
      port: 'to listen on (default: a free one)',
      secret: 'of a webhook that exists: only listen, and subscribe to nothing',
      url: 'address of the running host (default: http://127.0.0.1:<PORT>)',
      key: host.key,
    },
    load: async () => (await import('./webhooks/listen.ts')).webhooks,
  },
  doctor: {
    usage: 'doctor',
    summary: 'Check Node, configuration and database',
    options: host,
    load: async () => (await import('./doctor.ts')).doctor,
  },
  email: {
    usage: 'email inspect <file.eml|.txt ...>',
    summary: 'Show how messages are taken, one JSON line each: replies, automatic ones, bounces, complaints; needs no database',
    load: async () => (await import('./email.ts')).email,
  },
  plugin: {
    usage: 'plugin new vocabulary|action|record-type <name>',
    summary: 'Write a package with a plugin that passes its own tests; overwrites nothing',
    options: { folder: 'where to, new or empty (default: the name)' },
    load: async () => (await import('./plugin-new.ts')).plugin,
  },
  demo: {
    usage: 'demo',
    summary: 'Show the main features in memory, without configuration',
    load: async () => (await import('./demo/index.ts')).demo,
  },
}

// The database, its log and its lock hold everything: only this account may read the files that a command makes.
process.umask(0o077)
process.exitCode = (await run(process.argv.slice(2))) ?? process.exitCode

async function run([name, ...rest]: readonly string[]): Promise<number | undefined> {
  if (name === '--version' || name === '-v') return say(version())
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return say(overview())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return complain(`Unknown command ${name}${await meantBy(name, Object.keys(commands))}`, overview())
  let args: Args
  try {
    args = readArgs(rest, Object.keys(command.options ?? {}), Object.keys(command.flags ?? {}))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? []
    const known = Object.keys({ ...command.options, ...command.flags })
    return complain(unknown === undefined ? message : `Unknown option --${unknown}${await meantBy(unknown, known)}`, help(command))
  }
  if (args.values['help']) return say(help(command))
  try {
    await warnOfVariables(name)
    return await (
      await command.load()
    )(args)
  } catch (error) {
    const { explain } = await import('./explain.ts')
    console.error(`rapport: ${explain(error)}`)
    return 1
  }
}

// `serve` tells it in its log.
async function warnOfVariables(command: string): Promise<void> {
  if (command === 'serve' || !Object.keys(process.env).some((name) => name.startsWith('RAPPORT_'))) return
  const { unknownVariables } = await import('./config.ts')
  for (const each of unknownVariables(process.env)) console.error(`rapport: ${each}`)
}

// What answers is loaded only for those who misspell.
async function meantBy(name: string, known: readonly string[]): Promise<string> {
  const { closestMatch } = await import('leven')
  const meant = closestMatch(name, known, { maxDistance: Math.max(1, Math.floor(name.length / 3)) })
  return meant === undefined ? '' : `. Did you mean ${meant}?`
}

function overview(): string {
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return `rapport <command>\n\n${lines.join('\n')}\n\nrapport <command> --help shows its options. The environment variables are in the README.`
}

function help({ usage, summary, options = {}, flags = {} }: Command): string {
  const lines = Object.entries({ ...options, ...flags }).map(([name, meaning]) => `  --${name.padEnd(10)} ${meaning}`)
  return [`rapport ${usage}`, '', summary, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

function version(): string {
  const manifest = import.meta.resolve('rapport-crm/package.json')
  return (JSON.parse(readFileSync(new URL(manifest), 'utf8')) as { version: string }).version
}

function say(text: string): number {
  console.log(text)
  return 0
}

function complain(message: string, usage: string): number {
  console.error(`rapport: ${message}\n\n${usage}`)
  return 1
}
