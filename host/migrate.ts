import { Engine } from 'rapport-crm'
import { readConfig } from './config.ts'
import { plugins } from './plugins.ts'
import { storageFor } from './storage.ts'

/** `rapport migrate`: brings the schema up to date and serves nothing. */
export async function migrate(): Promise<number> {
  const { databaseUrl } = readConfig(process.env)
  // Opening migrates, and waits while another process does.
  const engine = await Engine.open({ storage: await storageFor(databaseUrl), plugins })
  await engine.close()
  console.log('The database is up to date.')
  return 0
}
