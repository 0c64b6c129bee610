import { expect, test } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { ada, describeEveryStorage } from '../../support/storages.ts'
import { day, Endpoints, probe, rows } from '../../integration/webhooks/lab.ts'

describeEveryStorage('what is of no use any more', (open) => {
  test('is forgotten after 90 days: notifications, jobs that have ended, rejected rows and records; imports and runs show their outcome all the same', async () => {
    const clock = new TestClock()
    const { api, engine } = await open({ clock, ports: [new Endpoints(clock)], plugins: [probe] })
    const count = async () =>
      (await Promise.all(['notifications', 'jobs', 'import_errors', 'sync_rejects'].map((table) => rows(api, table)))).map(
        (all) => all.length,
      )
    const make = async () => {
      await api.notifications.send({ recipient: ada.user, title: 'Look at this' })
      const file = await api.imports.create({ object: 'companies', content: 'Name;Ort\nAlpha;Bonn\n;Bonn\n' })
      await api.imports.start({ id: file.id })
      const { run_id } = await api.sync.ingest({ provider: 'custom:erp', object: 'companies', records: [{ city: 'Bonn' }] })
      const { id } = await api.webhooks.create({ url: 'https://example.com/hook' })
      await api.webhooks.replay({ id, since_event_id: 1 })
      return { file, run_id }
    }
    await engine.access.createOrganization({ id: 'acme', admin: ada.user })
    const { file, run_id } = await make()
    await engine.tick()
    expect(await count()).toEqual([1, 2, 1, 1])
    clock.set(new Date(clock.now().getTime() + 89 * day))
    await make()
    await engine.tick()
    expect(await count()).toEqual([2, 4, 2, 2])
    clock.set(new Date(clock.now().getTime() + 2 * day))
    await engine.tick()
    expect(await count()).toEqual([1, 3, 1, 1])
    expect(await api.imports.get({ id: file.id })).toMatchObject({ state: 'done', created: 1, rejected: 1 })
    expect(await api.sync.rejects({ id: run_id })).toMatchObject({ rejects: [] })
    expect(await api.sync.run({ id: run_id })).toMatchObject({ rejected: 1, reject_samples: [{ code: 'no_key' }] })
  })
})
