import { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { limitPages, limited } from '../../quality/chaos/limited.ts'
import { SteadyClock } from '../../support/clock.ts'
import { ada, describeStorages, newPlace } from '../../support/storages.ts'

describeStorages('an engine that can write', (open) => {
  it('is ready, however often it is asked, and leaves nothing behind', async () => {
    const { engine, api } = await open()
    await Promise.all(Array.from({ length: 20 }, () => engine.ready()))
    expect((await api.events.list()).events).toEqual([])
    await engine.close()
    await expect(engine.ready()).rejects.toMatchObject({ code: 'unavailable' })
  })
})

it('an engine on a full disk is not ready, writes nothing by halves, and is ready again once there is room', async () => {
  const place = await newPlace('SQLite file')
  const clock = new SteadyClock()
  const engine = (await Engine.open({ storage: place.storage(), ports: [clock], plugins: [limited] })) as Engine
  try {
    const api = engine.as(ada)
    await engine.ready()
    await limitPages(engine, 'full')
    // What is free within the file is used up first.
    const total = async () => (await api.contacts.search({ filter: { and: [] }, count: true, limit: 1 })).total
    const refusedAt = async (size: number) => {
      for (let round = 0; ; round += 1) {
        const before = await total()
        const records = Array.from({ length: size }, (_, at) => ({
          email: `p${size}-${round}-${at}@full.example`,
          title: 'word '.repeat(40),
        }))
        const result = await api.contacts.bulkUpsert({ records }).catch((error: unknown) => ({ error }))
        if (!('error' in result)) continue
        expect(await total()).toBe(before)
        return result.error
      }
    }
    const refused = await refusedAt(50)
    expect(await refusedAt(1)).toMatchObject({ code: 'unavailable' })
    expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
    clock.advance('6 seconds')
    await expect(engine.ready()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(api.tasks.list()).resolves.toMatchObject({ tasks: [] })
    await limitPages(engine, 'free')
    clock.advance('6 seconds')
    await engine.ready()
    await api.contacts.create({ first_name: 'Room' })
  } finally {
    await engine.close()
    await place.remove()
  }
})
