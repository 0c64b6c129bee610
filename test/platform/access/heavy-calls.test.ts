import { contactType, onChange, plugin } from 'rapport-crm'
import { describe, expect, it } from 'vitest'
import { isHeavy } from '../../../core/kernel/operation/heavy.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { eachInTurns } from '../../../core/kernel/values/turns.ts'

const filter = { field: 'first_name', op: 'eq', value: 'Ada' } as const

// In memory, SQLite has one connection, whose transaction all others wait for.
describeStorages(
  'large calls',
  (open) => {
    // Each set waits in its transaction until the test lets it go on.
    const holding = () => {
      const began: string[] = []
      const held: (() => void)[] = []
      const hold = onChange(contactType, {
        after: async ({ record }) => {
          if (record.first_name !== 'Held') return
          began.push(record.primary_email ?? '')
          await new Promise<void>((resolve) => held.push(resolve))
        },
      })
      return { began, held, plugins: [plugin({ name: 'holding', version: '1.0.0', changeHooks: [hold] })] }
    }

    it('wait while as many as may are under way; another organization is the next', async () => {
      const { began, held, plugins } = holding()
      const { engine } = await open({ plugins, heavyCalls: { writes: 1 } })
      const set = (organization: string, at: number) =>
        engine
          .as({ ...ada, organization })
          .contacts.bulkUpsert({ records: [{ email: `${organization}.${at}@forge.example`, first_name: 'Held' }] })
      const calls = [set('greedy', 1), set('greedy', 2), set('greedy', 3), set('small', 1)]
      const order: string[] = []
      while (order.length < 4) {
        while (held.length === 0) await new Promise(setImmediate)
        expect(held).toHaveLength(1)
        order.push(began.at(-1) ?? '')
        held.shift()?.()
        await new Promise(setImmediate)
      }
      await Promise.all(calls)
      expect(order).toEqual(['greedy.1', 'small.1', 'greedy.2', 'greedy.3'].map((name) => `${name}@forge.example`))
    })

    it('keep no short call waiting, and no search behind a set', async () => {
      const { held, plugins } = holding()
      const { api } = await open({ plugins, heavyCalls: { writes: 1 } })
      const { id } = await api.contacts.create({ email: 'ada@forge.example', first_name: 'Ada' })
      const set = api.contacts.bulkUpsert({ records: [{ email: 'held@forge.example', first_name: 'Held' }] })
      while (held.length === 0) await new Promise(setImmediate)
      expect(await api.contacts.get({ id })).toMatchObject({ id })
      expect((await api.contacts.search({ filter })).contacts).toHaveLength(1)
      held.shift()?.()
      expect(await set).toMatchObject({ created: 1 })
    })

    it('wait as long as it takes in process, where an app sends hundreds at once, and are not waited for within one another', async () => {
      const nested = onChange(contactType, {
        after: async ({ record }) => {
          if (record.first_name === 'Outer') await app.contacts.search({ filter })
        },
      })
      const { api: app } = await open({
        plugins: [plugin({ name: 'nested', version: '1.0.0', changeHooks: [nested] })],
        heavyCalls: { writes: 1, reads: 1 },
      })
      const sets = Array.from({ length: 150 }, (_, at) => app.contacts.bulkUpsert({ records: [{ email: `many.${at}@forge.example` }] }))
      expect((await Promise.all(sets)).every(({ created }) => created === 1)).toBe(true)
      const outer = { email: 'outer@forge.example', first_name: 'Outer' }
      expect(await app.contacts.bulkUpsert({ records: [outer] })).toMatchObject({ created: 1 })
    })

    it('are batches, changes of selections, searches and reports; not what sends one e-mail, although its body may be large', async () => {
      const { engine } = await open()
      const isLarge = (id: string) => isHeavy(engine.registry.byId.get(id)!)
      expect(
        ['bulkUpsertContacts', 'bulkUpdateDeals', 'ingestRecords', 'searchContacts', 'queryReport', 'getFunnel'].filter(
          (id) => !isLarge(id),
        ),
      ).toEqual([])
      expect(['sendEmail', 'createContact', 'getContact', 'listContacts', 'convertQuote'].filter(isLarge)).toEqual([])
    })

    it('are refused for options that are wrong', async () => {
      await expect(open({ heavyCalls: { writes: 0 } })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(open({ heavyCalls: { weights: { acme: 0 } } })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

describe('long loops', () => {
  it('take turns: between two of the event loop, one of them goes on', async () => {
    let [turns, over] = [0, false]
    const count = () => {
      turns += 1
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    const pauses: number[] = []
    const loop = () =>
      eachInTurns(Array.from({ length: 24 }), () => {
        const end = performance.now() + 2
        while (performance.now() < end);
        pauses.push(turns)
      })
    await Promise.all([loop(), loop(), loop(), loop()])
    over = true
    // Steps in one turn of the event loop are those of one loop: at most eight until it looks at the time, but for the first.
    const inTurn = Map.groupBy(pauses, (turn) => turn)
    for (const [turn, steps] of inTurn) if (turn > pauses[0]!) expect(steps.length).toBeLessThanOrEqual(8)
  })
})
