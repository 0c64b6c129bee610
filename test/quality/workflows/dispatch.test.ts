import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { ContactService } from '../../../core/crm/contacts/service.ts'
import { type Feature, plugin } from '../../../core/kernel/feature/feature.ts'
import type { EventConsumer } from '../../../core/kernel/feature/event-consumer.ts'
import { operation } from '../../../core/kernel/operation/operation.ts'
import { UnitWrites } from '../../../core/kernel/storage/units/unit-writes.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

/** Whether the last of the consumers refuses what the ones before it have written. */
let refuses = false
class Last implements EventConsumer {
  static readonly uses = {}
  async consume(): Promise<void> {
    if (refuses) throw new Error('The process dies in the midst of a dispatch')
  }
}

/** A call that stays open behind what it has written, until the test lets it end. */
let held = Promise.withResolvers<void>()
let written = Promise.withResolvers<void>()
const slow: Feature = plugin({
  name: 'slow-writer',
  version: '1.0.0',
  consumers: [Last],
  operations: {
    slowWriter: {
      write: operation({
        id: 'writeSlowly',
        summary: 'Makes a contact and commits it later',
        scope: 'write',
        route: 'POST /probe/slow-contacts',
        input: Type.Object({ email: Type.String() }),
        output: Type.Any(),
        uses: { contacts: ContactService, writes: UnitWrites },
        async handle({ email }, { contacts, writes, reply }) {
          const { id } = await contacts.create({ email }, reply)
          await writes.flush()
          // Writes are sent without waiting for them; a read is answered behind them.
          await contacts.get(id)
          written.resolve()
          await held.promise
          return { id }
        },
      }),
    },
  },
})

describeStorages(
  'the dispatch of events',
  (open, name) => {
    let kept: Promise<Lab> | undefined
    const lab = () => (kept ??= Lab.open(open, { plugins: [slow, traceProbe] }))

    it('is all or nothing: events are processed with their runs, woken runs and deliveries, or not at all', async () => {
      const use = await lab()
      const { api, engine } = use
      await api.webhooks.create({ url: 'https://hooks.acme.test/in', events: ['contact.tags_changed'] })
      const workflow = await use.workflow([step('wait_for_event', { event_type: 'contact.score_changed' })], {
        trigger: { type: 'contact.tags_changed' },
      })
      const [waiting, contact] = await use.contacts(2)
      await use.enroll(workflow, waiting ?? '')
      await api.contacts.update({ id: waiting ?? '', lead_score: 7 })
      await api.contacts.update({ id: contact ?? '', tags: ['vip'] })
      refuses = true
      await expect(engine.tick()).rejects.toMatchObject({ cause: { message: expect.stringContaining('in the midst') } })
      refuses = false
      const counted = async () => ({
        unprocessed: (await rowsOf(engine, 'event_dispatches')).filter(({ processed_at }) => processed_at === null).length,
        runs: (await use.runs(workflow)).map(({ status }) => status),
        deliveries: (await rowsOf(engine, 'webhook_deliveries')).length,
      })
      expect(await counted()).toEqual({ unprocessed: 4, runs: ['waiting'], deliveries: 0 })
      await engine.tick()
      expect(await counted()).toEqual({ unprocessed: 0, runs: ['waiting', 'completed'], deliveries: 1 })
      await api.workflows.pause({ id: workflow })
    })

    it('loses no event whose transaction commits after that of a later one', async () => {
      // Only one transaction writes at a time on SQLite.
      if (name !== 'PostgreSQL') return
      const use = await lab()
      const { engine, api } = use
      const workflow = await use.workflow([step('stop')], { trigger: { type: 'contact.created' } })
      held = Promise.withResolvers()
      written = Promise.withResolvers()
      const write = engine.registry.byId.get('writeSlowly')
      if (!write) throw new Error('The slow writer is not there')
      const early = engine.call(write, { email: 'early@example.com' }, ada)
      await written.promise
      const late = await api.contacts.create({ email: 'late@example.com' })
      await engine.tick()
      expect((await use.runs(workflow)).map(({ entity }) => entity?.id)).toEqual([late.id])
      held.resolve()
      // The answer of the call says so.
      const { id } = (await early) as { readonly id: string }
      await engine.tick()
      expect((await use.runs(workflow)).map(({ entity, status }) => [entity?.id, status])).toEqual([
        [id, 'completed'],
        [late.id, 'completed'],
      ])
      const events = (await rowsOf(engine, 'events')).filter(({ type }) => type === 'contact.created')
      const numberOf = (record: string) => Number(events.find(({ entity_id }) => entity_id === record)?.['id'])
      expect(numberOf(id)).toBeLessThan(numberOf(late.id))
    })
  },
  storagesOf('PostgreSQL'),
)
