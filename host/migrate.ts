import { Engine, migrationsOf, type MigrationState } from 'rapport-crm'
import type { Args } from './args.ts'
import { isMissingFile } from './checks.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'
import { loadPlugins } from './load-plugins.ts'
import { storageFor } from './storage.ts'

/** `rapport migrate`: migrates the schema and exits; with `--status`, `--dry-run` or `--sql` it only tells what that is. */
export async function migrate({ values }: Args): Promise<number> {
  const asked = (['status', 'dry-run', 'sql'] as const).filter((name) => values[name] === true)
  if (asked.length > 1) throw new CommandError(`Choose one of --${asked.join(' and --')}`)
  const config = readConfig(process.env)
  const plugins = await loadPlugins(config.plugins)
  const [question] = asked
  if (question) {
    // To look at a missing file must not make it: it is as empty as a database in memory.
    const storage = await storageFor(isMissingFile(config.databaseUrl) ? 'sqlite::memory:' : config.databaseUrl)
    return answers[question](await migrationsOf({ storage, plugins }))
  }
  // Opening migrates, or waits for another process that does.
  const engine = await Engine.open({ storage: await storageFor(config.databaseUrl), plugins })
  await engine.close()
  console.log('The database is up to date.')
  return 0
}

type States = readonly MigrationState[]

const answers = {
  status(states: States): number {
    for (const { name, state } of states) console.log(`${state.padEnd(8)} ${name}`)
    const counts = (['done', 'pending', 'unknown'] as const).map(
      (state) => `${states.filter((each) => each.state === state).length} ${state}`,
    )
    console.log(`\n${counts.join(', ')}`)
    for (const line of newer(states)) console.log(line)
    return states.every(({ state }) => state === 'done') ? 0 : 2
  },
  'dry-run'(states: States): number {
    refuseNewer(states)
    const pending = pendingOf(states)
    if (pending.length === 0) console.log('The database is up to date: nothing would be run.')
    else console.log(['These would be run, each in a transaction:', ...pending.map(({ name }) => `  ${name}`)].join('\n'))
    return 0
  },
  sql(states: States): number {
    refuseNewer(states)
    const pending = pendingOf(states)
    if (pending.length === 0) console.log('-- The database is up to date: nothing would be run.')
    // `rapport migrate` also notes their names; to run them by hand would make it run them again.
    else console.log('-- To read, not to run: rapport migrate runs each of these in a transaction and notes its name.')
    for (const { name, statements } of pending) console.log([`\n-- ${name}`, ...statements.map((each) => `${each};`)].join('\n'))
    return 0
  },
}

function pendingOf(states: States): States {
  return states.filter(({ state }) => state === 'pending')
}

function newer(states: States): string[] {
  const unknown = states.find(({ state }) => state === 'unknown')
  return unknown
    ? [`The database is newer than this version of Rapport: it has the migration ${unknown.name}, which this code does not know`]
    : []
}

function refuseNewer(states: States): void {
  const [problem] = newer(states)
  if (problem !== undefined) throw new CommandError(problem)
}
