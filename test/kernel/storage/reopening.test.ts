import { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { aContact } from '../../support/builders.ts'
import { ada, describeEveryStorage, newPlace } from '../../support/storages.ts'

// What was found out about the entities when one engine opened serves the next: of the same entities and tables, and no other.
describeEveryStorage('engines of one process', (_open, name) => {
  it('that open one after the other and stay open keep to their own tables and connections', async () => {
    await using ends = new AsyncDisposableStack()
    const engines: Engine[] = []
    const places = [await newPlace(name, true), await newPlace(name, true), await newPlace(name, true)]
    for (const [at, tablePrefix] of [undefined, 'crm_', undefined].entries()) {
      const place = places[at] ?? expect.fail()
      ends.defer(() => place.remove())
      const engine = (await Engine.open({ storage: { ...place.storage(), ...(tablePrefix && { tablePrefix }) } })) as Engine
      ends.defer(() => engine.close())
      engines.push(engine)
    }
    const made = await Promise.all(
      engines.map(async (engine, at) => {
        const api = engine.as(ada)
        const { id } = await api.contacts.create({ ...aContact(), email: `nr${at}@example.test` })
        // Through the unit of work, which knows tables by what was found out.
        await api.contacts.update({ id, first_name: `Nr. ${at}` })
        return id
      }),
    )
    for (const [at, engine] of engines.entries()) {
      const { contacts } = await engine.as(ada).contacts.list({})
      expect(contacts.map(({ id, first_name }) => [id, first_name])).toEqual([[made[at], `Nr. ${at}`]])
    }
  })
})
