import { afterAll, beforeAll, expect, it } from 'vitest'
import { sit } from './exam.ts'
import { areas, tasks } from './tasks/index.ts'
import { teach } from './lessons.ts'
import { wrongCalls } from './wrong-calls.ts'
import { sqliteWorlds, type Worlds } from './world.ts'

let worlds: Worlds
beforeAll(async () => {
  worlds = await sqliteWorlds()
}, 60_000)
afterAll(() => worlds[Symbol.asyncDispose]())

it('asks 120 tasks of all areas, none of which is done before anybody began', async () => {
  expect(tasks).toHaveLength(120)
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(120)
  for (const [area, own] of Object.entries(areas)) for (const { id } of own) expect(id).toMatch(new RegExp(`^${area}-\\d+$`))
  await using world = await worlds.fresh()
  const done = []
  for (const task of tasks) if ((await sit(task, [], world)).right) done.push(task.id)
  expect(done).toEqual([])
})

it('makes 60 wrong calls, and the text of each error alone contains a call that succeeds', async () => {
  expect(wrongCalls).toHaveLength(60)
  const untaught = []
  for (const each of wrongCalls) {
    await using world = await worlds.fresh()
    const why = await teach(each, world)
    if (why !== undefined) untaught.push(`${each.tool}, ${each.teaches}: ${why}`)
  }
  expect(untaught).toEqual([])
}, 60_000)
