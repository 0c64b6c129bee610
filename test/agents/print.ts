import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { now, user } from './organization.ts'
import { areas } from './tasks/index.ts'
import { sqliteWorlds } from './world.ts'

// What a reader gets to see: node -C source test/agents/print.ts <folder> writes tools.json and tasks.json.
const [folder = '.'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
await using worlds = await sqliteWorlds({ kept: true })
await using world = await worlds.fresh()
const write = (name: string, value: unknown) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 1)}\n`)
write('tools.json', await world.list())
const said = Object.entries(areas).map(([area, tasks]) => [area, Object.fromEntries(tasks.map((each) => [each.id, each.said]))])
write('tasks.json', { now, day: 'Wednesday', timezone: 'UTC', user, areas: Object.fromEntries(said) })
