import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import { Endpoints, happen } from '../lab.ts'

const PATIENCE = 3_000

describeEveryStorage('a program that writes without a pause', (open) => {
  test('does not keep its deliveries from being sent', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http] })
    await api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
    await engine.start()
    let written = 0
    for (; written < PATIENCE && http.sent.length === 0; written += 1) await happen(api)
    expect(written).toBeLessThan(PATIENCE)
  })
})
