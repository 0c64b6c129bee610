import { Engine } from 'rapport-crm'
import { readConfig } from './config.ts'
import { plugins } from './plugins.ts'
import { storageFor } from './storage.ts'

/** `rapport migrate`: migrates the schema and exits. */
export async function migrate(): Promise<number> {
  const { databaseUrl } = readConfig(process.env)
  // Opening migrates, or waits for another process that does.
  const engine = await Engine.open({ storage: await storageFor(databaseUrl), plugins })
  await engine.close()
  console.log('The database is up to date.')
  return 0
}
