import BetterSqlite from 'better-sqlite3'
import { afterEach, expect, it, vi } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const statement = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('select 1')) as BetterSqlite.Statement
const ways = ['all', 'get', 'run', 'iterate'] as const

describeStorages(
  'A set of quotes of deals',
  (open) => {
    afterEach(() => vi.restoreAllMocks())

    it('asks for as many statements as there are parts to write, and for none that each quote needs of its own', async () => {
      const { api } = await open()
      const taking = async (count: number) => {
        const ids: string[] = []
        for (let at = 0; at < count; at += 1) {
          const { id } = await api.deals.create({ name: `Deal ${at}` })
          await api.deals.replaceLines({ id, lines: [{ name: `Line ${at}`, unit_price: at }] })
          ids.push(id)
        }
        const asked = ways.map((way) => vi.spyOn(statement, way))
        const made = await api.quotes.bulkUpsert({ records: ids.map((deal_id) => ({ deal_id })) })
        const statements = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0)
        vi.restoreAllMocks()
        expect(made).toMatchObject({ created: count })
        return statements
      }
      const few = await taking(32)
      expect(await taking(128)).toBeLessThan(few + 48)
    })
  },
  ['SQLite memory'],
)
