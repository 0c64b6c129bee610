import { EntityManager } from '@mikro-orm/core'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Company } from '../../../core/crm/companies/entity.ts'
import { Contact } from '../../../core/crm/contacts/entity.ts'
import { ada, describeEveryStorage } from '../../support/storages.ts'

type Attempt = (doors: { em: EntityManager; records: Records; id: string }) => Promise<unknown>

let attempt: Attempt = async () => null

// An operation of a third-party plugin that tries whatever the test hands it.
const intruder = plugin({
  name: 'intruder',
  version: '1.0.0',
  operations: {
    intruder: {
      intrude: operation({
        id: 'intrude',
        summary: 'Try to reach the records of another organisation',
        scope: 'write',
        route: 'POST /intrude',
        input: Type.Object({ id: Type.String() }),
        output: Type.Unknown(),
        uses: { em: EntityManager, records: Records },
        handle: async ({ id }, { em, records }) => (await attempt({ em, records, id })) as never,
      }),
    },
  },
})

const eve = { ...ada, organization: 'evil', user: 'eve@evil.test' }

describeEveryStorage('an organisation never reaches the records of another', (open) => {
  async function intrude(how: Attempt) {
    const { engine, api } = await open({ plugins: [intruder] })
    const victim = await api.contacts.create({ email: 'bob@acme.test', first_name: 'Bob', company: 'Acme' })
    attempt = how
    const outcome = await engine.call(engine.registry.byId.get('intrude')!, { id: victim.id }, eve).then(
      (value) => ({ value, refused: false }),
      () => ({ value: null, refused: true }),
    )
    const after = await api.contacts.get({ id: victim.id })
    return {
      ...outcome,
      untouched:
        JSON.stringify(after) === JSON.stringify(await api.contacts.get({ id: victim.id })) &&
        after.first_name === 'Bob' &&
        after.version === 1,
    }
  }

  it.each<[string, Attempt]>([
    ['by its id', ({ em, id }) => em.findOne(Contact, { id })],
    ['by naming the other organisation', ({ em, id }) => em.findOne(Contact, { id, user_from: 'acme' })],
    ['by a list', async ({ em }) => (await em.find(Contact, {}))[0] ?? null],
    ['by a count', async ({ em }) => (await em.count(Contact, {})) || null],
    ['by a query', async ({ records }) => (await records.db.selectFrom('contacts').selectAll().executeTakeFirst()) ?? null],
    [
      'by a condition that is always true',
      async ({ records }) =>
        (await records.db
          .selectFrom('contacts')
          .selectAll()
          .where(sql<boolean>`1 = 1 or 1 = 1`)
          .executeTakeFirst()) ?? null,
    ],
    [
      'by an alias',
      async ({ records }) =>
        (await records.db.selectFrom('contacts as c').selectAll().where('c.id', 'is not', null).executeTakeFirst()) ?? null,
    ],
    [
      'by a left join',
      async ({ records }) => {
        const own = await records.db
          .selectFrom('companies')
          .leftJoin('contacts', (join) => join.on(sql<boolean>`1 = 1`))
          .select('contacts.id as id')
          .execute()
        return own.find(({ id }) => id) ?? null
      },
    ],
    [
      'by a sub-query',
      async ({ records }) =>
        (await records.db
          .selectFrom((eb) => eb.selectFrom('contacts').selectAll().as('inner'))
          .selectAll()
          .executeTakeFirst()) ?? null,
    ],
    [
      'by exists',
      async ({ records }) =>
        (await records.db.selectNoFrom((eb) => eb.exists(eb.selectFrom('contacts').select('id')).as('there')).executeTakeFirst())?.there ||
        null,
    ],
    [
      'by a union',
      async ({ records }) =>
        (await records.db.selectFrom('companies').select('id').union(records.db.selectFrom('contacts').select('id')).execute())[0] ?? null,
    ],
    [
      'by a common table expression',
      async ({ records }) =>
        (await records.db
          .with('all', (db) => db.selectFrom('contacts').selectAll())
          .selectFrom('all')
          .selectAll()
          .executeTakeFirst()) ?? null,
    ],
  ])('reads nothing %s', async (_, how) => {
    const { value, refused } = await intrude(how)
    expect(refused || value === null || value === 0 || value === false).toBe(true)
  })

  it.each<[string, Attempt]>([
    ['an update', ({ records }) => records.db.updateTable('contacts').set({ first_name: 'Eve' }).execute()],
    ['a delete', ({ records }) => records.db.deleteFrom('contacts').execute()],
    ['a raw statement', ({ records }) => sql`update contacts set first_name = 'Eve'`.execute(records.db)],
    [
      'a row that claims the other organisation',
      ({ records }) => records.db.insertInto('contacts').values({ id: 'x', user_from: 'acme' }).execute(),
    ],
    ['an update that hands a row over', ({ records }) => records.db.updateTable('contacts').set({ user_from: 'evil' }).execute()],
    [
      'the set-writer',
      ({ records, id }) =>
        records.update(Contact, [{ before: { id, user_from: 'acme', version: 1 } as Contact, changes: { first_name: 'Eve' } }]),
    ],
    [
      'the unit of work',
      async ({ em }) => {
        em.create(Company, { id: '01890000-0000-7000-8000-000000000000', user_from: 'acme', name: 'Eve' } as never, { partial: true })
        await em.flush()
      },
    ],
    [
      'filters that are switched off',
      async ({ em, id }) => {
        const found = await em.findOne(Contact, { id }, { filters: false })
        if (found) found.first_name = 'Eve'
      },
    ],
  ])('changes nothing by %s', async (_, how) => {
    expect((await intrude(how)).untouched).toBe(true)
  })

  it('refuses to load a row of another organisation even when filters are switched off', async () => {
    expect((await intrude(({ em, id }) => em.findOne(Contact, { id }, { filters: false }))).refused).toBe(true)
  })
})
