import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Turns } from '../../../core/kernel/values/turns.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const RECORDS = 800
/** The pauses of one loop that looks at the time at each eighth record. */
const LOOP = RECORDS / 8
const contacts = Array.from({ length: RECORDS }, (_, at) => ({ first_name: `A${at}`, email: `a${at}@firm${at % 50}.example` }))
const file = ['Name,City,VAT', ...contacts.map((_, at) => `Company ${at},City ${at},DE${at}`)].join('\n')

// On a clock that runs fast every pause is taken, so that their number depends on the work alone and not on the machine.
describe('long work', () => {
  const next = vi.spyOn(Turns.prototype, 'next')
  beforeEach(() => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
    next.mockClear()
  })
  afterEach(() => void vi.mocked(performance.now).mockRestore())

  const pausesOf = async (work: () => Promise<unknown>) => {
    next.mockClear()
    await work()
    return next.mock.calls.length
  }

  describeStorages('lets others have their turn', (open, name) => {
    it('in each loop over the records of a bulk call, and between the parts that are written', async () => {
      const { api } = await open()
      const changed = contacts.map((each) => ({ ...each, first_name: `${each.first_name} B` }))
      expect(await pausesOf(() => api.contacts.bulkUpsert({ records: contacts }))).toBeGreaterThanOrEqual(12 * LOOP)
      // SQLite is asked in the thread of the event loop, for a few records at a time, so that each statement ends in a pause, too.
      const least = (name === 'PostgreSQL' ? 8 : 17) * LOOP
      expect(await pausesOf(() => api.contacts.bulkUpsert({ records: changed }))).toBeGreaterThanOrEqual(least)
    })

    it('in each loop over custom values, which are judged, kept and looked up', async () => {
      const { api } = await open()
      const plain = await pausesOf(() => api.contacts.bulkUpsert({ records: contacts }))
      for (const property of ['badge', 'floor'])
        await api.properties.create({ object: 'contacts', name: property, type: 'text', unique: property === 'badge' })
      const records = contacts.map((each, at) => ({
        ...each,
        email: `c${at}@firm.example`,
        custom_properties: { badge: `B${at}`, floor: '1' },
      }))
      const custom = await pausesOf(() => api.contacts.bulkUpsert({ records }))
      expect(custom - plain).toBeGreaterThanOrEqual(3 * LOOP)
    })

    it('in each loop over the deals of an analysis', async () => {
      const { api } = await open()
      const deals = Array.from({ length: RECORDS }, (_, at) => ({ name: `Deal ${at}`, amount: at, owner_email: ada.user }))
      await api.deals.bulkUpsert({ records: deals })
      // The deals are read and rated, and their amounts added up: of all, by stage and by owner.
      expect(await pausesOf(() => api.analytics.pipeline({}))).toBeGreaterThanOrEqual(6 * LOOP)
      expect(await pausesOf(() => api.analytics.pipelineChanges({}))).toBeGreaterThanOrEqual(3 * LOOP)
      expect(await pausesOf(() => api.analytics.forecast({}))).toBeGreaterThanOrEqual(3 * LOOP)
      expect(await pausesOf(() => api.analytics.funnel({}))).toBeGreaterThanOrEqual(3 * LOOP)
    })

    it('in each loop over the records of an import, in its dry run and in each step of its job', async () => {
      const { api, engine } = await open()
      const { id } = await api.imports.create({ object: 'companies', content: file })
      expect(await pausesOf(() => api.imports.start({ id, dry_run: true }))).toBeGreaterThanOrEqual(18 * LOOP)
      await api.imports.start({ id })
      expect(await pausesOf(() => engine.tick())).toBeGreaterThanOrEqual(10 * LOOP)
    })
  })
})
