import { Engine } from 'rapport-crm'
import { readConfig } from './config.ts'
import { loadPlugins } from './load-plugins.ts'
import { storageFor } from './storage.ts'

/** `rapport migrate`: migrates the schema and exits. */
export async function migrate(): Promise<number> {
  const config = readConfig(process.env)
  const plugins = await loadPlugins(config.plugins)
  // Opening migrates, or waits for another process that does.
  const engine = await Engine.open({ storage: await storageFor(config.databaseUrl), plugins })
  await engine.close()
  console.log('The database is up to date.')
  return 0
}
