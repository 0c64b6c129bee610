import { expect, test } from 'vitest'
import { aContact } from '../../support/builders.ts'
import { describeEveryStorage } from '../../support/storages.ts'

describeEveryStorage('an engine that is closed', (open) => {
  test('finishes the calls that are under way first', async () => {
    const { api, engine } = await open()
    const calls = Array.from({ length: 12 }, (_, at) => (at % 2 ? api.contacts.list({}) : api.contacts.create(aContact())))
    await engine.close()
    expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('refuses those that come later', async () => {
    const { api, engine } = await open()
    await engine.close()
    await expect(api.contacts.list({})).rejects.toMatchObject({ code: 'unavailable' })
  })
})
