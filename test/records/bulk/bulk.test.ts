import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const company = (at: number) => ({ name: `Company ${at}`, domain: `company-${at}.com`, code: `C${at}`, employees: at })

describeStorages(
  'A bulk write',
  (open) => {
    it('creates, completes and leaves alone, and says what came of each', async () => {
      const { api } = await open()
      const known = await api.companies.create({ name: 'Known', domain: 'known.com', external_ids: [{ provider: 'custom:erp', id: '7' }] })
      const { results, rejected, ...counts } = await api.companies.bulkUpsert({
        records: [
          company(1),
          { domain: 'known.com', tier: 'A' },
          { external_ids: [{ provider: 'custom:erp', id: '7' }], name: 'Known' },
          { code: 'C1', industry: 'Steel' },
          { id: known.id, country: 'Germany' },
        ],
      })
      expect([counts, rejected]).toEqual([{ created: 1, updated: 3, unchanged: 1 }, []])
      expect(results.map(({ status }) => status)).toEqual(['created', 'updated', 'unchanged', 'updated', 'updated'])
      expect(await api.companies.get({ id: known.id })).toMatchObject({ name: 'Known', tier: 'A', country: 'DE', version: 2 })
      expect(await api.companies.get({ id: results[0]!.id! })).toMatchObject({ name: 'Company 1', industry: 'Steel', version: 1 })
    })

    it('changes nothing, and makes no event, when it is sent again', async () => {
      const { engine, api } = await open(withEvents)
      const records = Array.from({ length: 50 }, (_, at) => ({
        ...company(at),
        external_ids: [{ provider: 'custom:erp', id: String(at) }],
      }))
      const first = await api.companies.bulkUpsert({ records })
      const again = await api.companies.bulkUpsert({ records })
      expect([first.created, again.created, again.updated, again.unchanged]).toEqual([50, 0, 0, 50])
      expect(again.results.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id))
      expect(await eventsOf(engine, 'company.created')).toHaveLength(50)
    })

    it('rejects each bad record alone, with its place, reason, code and field', async () => {
      const { api } = await open()
      const taken = await api.companies.create({ name: 'Taken', code: 'T' })
      const { created, rejected, results } = await api.companies.bulkUpsert({
        records: [
          company(1),
          { domain: 'nameless.com' },
          { name: 'Wrong', shoe_size: 4 } as never,
          { name: 'Wrong', employees: -1 },
          'company' as never,
          { name: 'Wrong\0' },
          { name: 'Mail', domain: 'gmail.com' },
          { name: 'Lost', parent_company_id: '01a00000-0000-7000-8000-000000000000' },
          { id: '01a00000-0000-7000-8000-000000000000', tier: 'A' },
          { domain: 'company-1.com', code: 'T' },
          company(2),
        ],
      })
      expect(created).toBe(2)
      expect(rejected.map(({ index, code, field }) => [index, code, field])).toEqual([
        [1, 'required', 'name'],
        [2, 'unknown_field', 'shoe_size'],
        [3, 'too_small', 'employees'],
        [4, 'invalid_type', null],
        [5, 'invalid_text', 'name'],
        [6, 'invalid_domain', 'domain'],
        [7, 'unknown_record', 'parent_company_id'],
        [8, 'not_found', 'id'],
        [9, 'taken', 'code'],
      ])
      expect(rejected.at(-1)).toMatchObject({ existing_id: taken.id })
      expect(results.map(({ status }) => status).filter((each) => each !== 'rejected')).toEqual(['created', 'created'])
      for (const { reason } of rejected) expect(reason.length).toBeGreaterThan(10)
    })

    it('writes nothing on a dry run, nor when it is to be aborted by an error', async () => {
      const { api } = await open()
      const records = [{ email: 'a@firm-a.com' }, { email: 'no mail' }]
      const dry = await api.contacts.bulkUpsert({ records, dry_run: true })
      expect([dry.created, dry.rejected.length, dry.results[0]]).toEqual([1, 1, { index: 0, id: null, status: 'created' }])
      const aborted = await api.contacts.bulkUpsert({ records, on_error: 'abort' })
      expect([aborted.created, aborted.rejected.length, aborted.results[0]!.status]).toEqual([0, 1, 'not_written'])
      expect([(await api.contacts.list({})).contacts, (await api.companies.list({})).companies]).toEqual([[], []])
    })

    it('creates only, or updates only, by the mode; finds by one key alone with match_on', async () => {
      const { api } = await open()
      const { id } = await api.companies.create({ name: 'Known', domain: 'known.com', code: 'K' })
      const records = [
        { name: 'Known', domain: 'known.com' },
        { name: 'New', domain: 'new.com' },
      ]
      const updated = await api.companies.bulkUpsert({ records, mode: 'update' })
      expect(updated.rejected).toEqual([expect.objectContaining({ index: 1, code: 'not_found' })])
      const created = await api.companies.bulkUpsert({ records, mode: 'create' })
      expect([created.created, created.rejected]).toEqual([
        1,
        [expect.objectContaining({ index: 0, code: 'already_exists', existing_id: id })],
      ])
      const byCode = await api.companies.bulkUpsert({
        records: [
          { code: 'K', domain: 'known.org' },
          { name: 'Other', domain: 'other.com' },
        ],
        match_on: 'code',
      })
      expect(byCode.updated).toBe(1)
      expect(byCode.rejected).toEqual([])
      expect(byCode.created).toBe(1)
    })

    it('links contacts to their companies as a single write does, and makes each of those once', async () => {
      const { engine, api } = await open(withEvents)
      const { results } = await api.contacts.bulkUpsert({
        records: [
          { email: 'a@firm-a.com', first_name: 'A' },
          { email: 'b@firm-a.com', company: 'Firm A' },
          { email: 'c@gmail.com', company: 'FIRM A' },
          { email: 'd@gmail.com' },
          { email: 'A@firm-a.com', tags: ['x'] },
        ],
      })
      const [a, b, c, d, again] = await Promise.all(results.map(({ id }) => api.contacts.get({ id: id! })))
      expect([b!.company_id, c!.company_id, d!.company_id]).toEqual([a!.company_id, a!.company_id, null])
      expect([again!.id, again!.tags]).toEqual([a!.id, ['x']])
      expect(await api.companies.get({ id: a!.company_id! })).toMatchObject({ name: 'Firm A', domain: 'firm-a.com', contacts_count: 3 })
      expect([(await eventsOf(engine, 'contact.created')).length, (await eventsOf(engine, 'company.created')).length]).toEqual([4, 1])
    })

    it('finds contacts by further addresses, and adds tags instead of replacing them', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ email: 'a@firm-a.com', emails: [{ email: 'b@firm-a.com' }], tags: ['old'] })
      const { results } = await api.contacts.bulkUpsert({ records: [{ email: 'B@firm-a.com', tags: ['new'] }] })
      expect(results).toEqual([{ index: 0, id, status: 'updated' }])
      expect(await api.contacts.get({ id })).toMatchObject({ email: 'a@firm-a.com', tags: ['old', 'new'] })
    })

    it('takes 5,000 records and no more', async () => {
      const { api } = await open()
      const records = Array.from({ length: 5001 }, (_, at) => ({ name: `C${at}` }))
      await expect(api.companies.bulkUpsert({ records })).rejects.toMatchObject({
        details: { errors: [{ path: '/records', code: 'too_many' }] },
      })
      expect(await api.companies.bulkUpsert({ records: [] })).toEqual({ created: 0, updated: 0, unchanged: 0, rejected: [], results: [] })
      expect((await api.companies.list({})).companies).toEqual([])
    })

    it('answers the same key with the same result', async () => {
      const { api } = await open()
      const [first, second] = [
        await api.companies.bulkUpsert({ records: [{ name: 'Nameless' }] }, { idempotencyKey: 'k' }),
        await api.companies.bulkUpsert({ records: [{ name: 'Nameless' }] }, { idempotencyKey: 'k' }),
      ]
      expect(second).toEqual(first)
      expect((await api.companies.list({})).companies).toHaveLength(1)
    })

    it('makes one record of one key, however many write it at once', async () => {
      const { engine } = await open()
      const writers = Array.from({ length: 100 }, (_, at) => engine.as({ ...ada, user: `u${at}@acme.test` }))
      const answers = await Promise.all(
        writers
          .map((api, at) =>
            at % 2 === 0
              ? api.companies.bulkUpsert({ records: [{ name: `N${at}`, domain: 'one.com' }] }).then(({ results }) => results[0]!.id)
              : api.companies.create({ name: `N${at}`, domain: 'one.com' }).then(({ id }) => id),
          )
          .map((each) => each.catch((error: { code: string }) => error.code)),
      )
      const ids = new Set(answers.filter((each) => each !== 'conflict'))
      expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
      expect((await writers[0]!.companies.list({})).companies).toHaveLength(1)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
