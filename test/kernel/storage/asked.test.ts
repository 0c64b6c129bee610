import { expect, it } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { CurrentActor } from '../../../core/kernel/operation/actor.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { Notification } from '../../../core/platform/notifications/entity.ts'
import { anyOf } from '../../../core/kernel/storage/records/any-of.ts'
import { Codec } from '../../../core/kernel/storage/schema/codec.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { insertRows } from '../../../core/kernel/storage/writing/row-sets.ts'
import { enqueue } from '../../../core/kernel/storage/connection/statement-queue.ts'
import { ada, describeEveryStorage, newPlace } from '../../support/storages.ts'

const registry = composeFeatures(builtin).registry
const parts = { entities: registry.all('entities'), watches: registry.watches, migrations: registry.all('migrations'), migrate: true }
const id = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const row = (at: number) => ({
  id: id(at),
  user_from: 'acme',
  recipient: 'ada@acme.test',
  type: 'note',
  title: `No. ${at}`,
  body: 'O’Reilly, "quoted" \\ 日本',
  entity_type: 'webhook',
  entity_id: id(at),
  read_at: at % 2 ? null : new Date(at),
  created_by: 'system',
  created_at: new Date(1_700_000_000_123),
})

describeEveryStorage('what a transaction is asked for', (_open, name) => {
  async function within(work: (database: Database) => Promise<void>): Promise<void> {
    const place = await newPlace(name)
    const database = await Database.open({ storage: place.storage(), ...parts })
    try {
      await work(database)
    } finally {
      await database.close()
      await place.remove()
    }
  }

  async function stored(database: Database, ids?: readonly string[]): Promise<unknown[]> {
    const query = database.tables().selectFrom(Notification.table).selectAll().orderBy('id')
    const rows = await (ids ? query.where(anyOf('id', 'uuid', ids, database.dialect)) : query).execute()
    return rows.map((each) => Codec.of(Notification.fields, database.dialect).fromRow(each))
  }

  it('is done when it ends, though nobody waits for it, and in the order in which it was asked', () =>
    within(async (database) => {
      await database.transaction(async (tables) => {
        insertRows(tables, database.dialect, Notification, [row(1), row(2)])
        void enqueue(tables, database.dialect, tables.deleteFrom(Notification.table).where('id', '=', id(1)).compile())
      })
      expect(await stored(database)).toEqual([row(2)])
    }))

  it('undoes the transaction when it fails, which fails with it', () =>
    within(async (database) => {
      const same = database.transaction(async (tables) => {
        for (const _ of ['first', 'second']) insertRows(tables, database.dialect, Notification, [row(1)])
        return 'done'
      })
      await expect(same).rejects.toThrow(/unique|UNIQUE/)
      expect(await stored(database)).toEqual([])
    }))

  it('is undone with the transaction when the work fails at once', () =>
    within(async (database) => {
      const failed = database.transaction(async (tables) => {
        for (const at of [1, 2, 3, 4, 5]) insertRows(tables, database.dialect, Notification, [row(at)])
        throw new Error('No more')
      })
      await expect(failed).rejects.toThrow('No more')
      const unit = { actor: new CurrentActor(ada), now: new Date(0), onCommit: [] }
      const undone = database.unitOfWork(unit, async (em) => {
        for (const at of [1, 2, 3, 4, 5]) insertRows(database.records(em, unit).db, database.dialect, Notification, [row(at)])
        throw new Error('No more either')
      })
      await expect(undone).rejects.toThrow('No more either')
      expect(await stored(database)).toEqual([])
    }))

  it('is why what comes behind it fails', () =>
    within(async (database) => {
      const twice = database.transaction(async (tables) => {
        for (const _ of ['first', 'second']) insertRows(tables, database.dialect, Notification, [row(1)])
        await tables.selectFrom(Notification.table).selectAll().execute()
        throw new Error('Came later')
      })
      await expect(twice).rejects.toThrow(/unique|UNIQUE/)
      expect(await stored(database)).toEqual([])
    }))

  it.each([1, 19, 20, 2500])('writes %i rows, whatever their values, and leaves those out whose key is taken', (count) =>
    within(async (database) => {
      const rows = Array.from({ length: count }, (_, at) => row(at))
      for (const _ of [1, 2]) await database.transaction(async (tables) => insertRows(tables, database.dialect, Notification, rows, ['id']))
      expect(await stored(database)).toEqual(rows)
      expect(await stored(database, [id(0), id(count)])).toEqual([row(0)])
    }),
  )
})
