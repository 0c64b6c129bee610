import { expect, test } from 'vitest'
import { aContact } from '../../support/builders.ts'
import { ada, describeStorages, type Open } from '../../support/storages.ts'

const bob = 'bob@acme.test'

/** An organization with Ada, its administrator, and Bob. */
async function lab(open: Open) {
  const opened = await open()
  const { engine } = opened
  await engine.access.createOrganization({ id: 'acme', admin: ada.user })
  await engine.access.createUser({ organization: 'acme', email: bob })
  const asBob = engine.as({ ...ada, user: bob, role: 'member' })
  return { ...opened, asBob }
}

describeStorages('notifications', (open) => {
  test('reach a teammate by address in any case, by name, and the first user of a host', async () => {
    const { engine } = await open()
    await engine.access.createOrganization({ id: 'acme', name: 'Acme', admin: 'admin@localhost' })
    await engine.access.createUser({ organization: 'acme', email: 'bob@acme.test', name: 'Bob Stone' })
    const api = engine.as({ ...ada, user: 'admin@localhost' })
    const reached = async (recipient: string) => (await api.notifications.send({ title: 'Look', recipient })).recipient
    expect(await Promise.all(['admin@localhost', 'ADMIN@Localhost', 'me'].map(reached))).toEqual(Array(3).fill('admin@localhost'))
    expect(await Promise.all(['Bob@Acme.test', 'Bob'].map(reached))).toEqual(Array(2).fill('bob@acme.test'))
    await expect(reached('Eve')).rejects.toMatchObject({ details: { errors: [{ path: '/recipient' }] } })
    expect((await api.notifications.list({})).notifications).toHaveLength(3)
  })

  test('reach the teammate who is named, newest first, with the number of unread ones, and nobody else', async () => {
    const { api, asBob, clock } = await lab(open)
    const first = await api.notifications.send({ recipient: bob, title: 'Look at this' })
    expect(first).toEqual({
      id: expect.any(String),
      user_from: 'acme',
      recipient: bob,
      type: 'message',
      title: 'Look at this',
      body: null,
      entity_type: null,
      entity_id: null,
      read_at: null,
      created_by: ada.user,
      created_at: clock.now().toISOString(),
    })
    clock.advance('1 minute')
    const second = await api.notifications.send({ recipient: bob, title: 'And at that', body: 'It is *new*' })
    expect(await asBob.notifications.list()).toEqual({ notifications: [second, first], unread_count: 2, next_cursor: null })
    const page = await asBob.notifications.list({ limit: 1 })
    expect(page).toMatchObject({ notifications: [{ id: second.id }], unread_count: 2 })
    const next = await asBob.notifications.list({ limit: 1, cursor: page.next_cursor ?? '' })
    expect(next).toMatchObject({ notifications: [{ id: first.id }], next_cursor: null })
    expect(await api.notifications.list()).toMatchObject({ notifications: [], unread_count: 0 })
  })

  test('go to the owner of the record that they are about, where nobody is named', async () => {
    const { api, asBob } = await lab(open)
    const task = await api.tasks.create({ title: 'Call', owner_email: bob })
    const contact = await api.contacts.create(aContact({ email: 'own@gmail.com', assigned_to: bob }))
    await api.notifications.send({ title: 'Task', entity_type: 'task', entity_id: task.id })
    await api.notifications.send({ title: 'Contact', entity_type: 'contact', entity_id: contact.id })
    const { notifications } = await asBob.notifications.list()
    expect(notifications.map(({ entity_type, entity_id }) => [entity_type, entity_id])).toEqual(
      expect.arrayContaining([
        ['task', task.id],
        ['contact', contact.id],
      ]),
    )
  })

  test('are refused without anybody to reach, each with the field that is wrong', async () => {
    const { api } = await lab(open)
    const contact = await api.contacts.create(aContact({ email: 'none@gmail.com' }))
    const about = { entity_type: 'contact', entity_id: contact.id }
    const unknown = '00000000-0000-4000-8000-000000000000'
    const wrong: [Parameters<typeof api.notifications.send>[0], string, string][] = [
      [{ title: 'x' }, '/recipient', 'required'],
      [{ title: 'x', recipient: 'nobody@acme.test' }, '/recipient', 'unknown_user'],
      [{ title: 'x', entity_type: 'contact' }, '/entity_id', 'required'],
      [{ title: 'x', entity_id: contact.id }, '/entity_type', 'required'],
      [{ title: 'x', ...about }, '/recipient', 'required'],
      [{ title: 'x', ...about, entity_type: 'planet' }, '/entity_type', 'not_allowed'],
      [{ title: 'x', ...about, entity_id: unknown }, '/entity_id', 'not_found'],
      [{ title: '', recipient: ada.user }, '/title', 'too_short'],
    ]
    for (const [input, path, code] of wrong)
      await expect(api.notifications.send(input)).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [expect.objectContaining({ path, code })] },
      })
    expect((await api.notifications.list()).unread_count).toBe(0)
    expect(await api.notifications.send({ title: 'To myself', recipient: ada.user })).toMatchObject({ recipient: ada.user })
  })

  test('are marked read and unread one by one, or read all at once; only by their recipient', async () => {
    const { api, engine, clock } = await open()
    const send = () => api.notifications.send({ title: 'Note', recipient: ada.user })
    const [one, two, three] = [await send(), await send(), await send()]
    const readAt = clock.now().toISOString()
    expect(await api.notifications.update({ id: one.id, read: true })).toEqual({ ...one, read_at: readAt })
    clock.advance('1 hour')
    expect(await api.notifications.update({ id: one.id, read: true })).toMatchObject({ read_at: readAt })
    expect((await api.notifications.list({ unread: true })).notifications.map(({ id }) => id).toSorted()).toEqual(
      [two.id, three.id].toSorted(),
    )
    expect((await api.notifications.list({ unread: false })).notifications).toMatchObject([{ id: one.id }])
    expect(await api.notifications.update({ id: one.id, read: false })).toEqual(one)
    for (const other of [
      { ...ada, user: bob },
      { ...ada, organization: 'globex' },
    ]) {
      await expect(engine.as(other).notifications.update({ id: one.id, read: true })).rejects.toMatchObject({ code: 'not_found' })
      expect(await engine.as(other).notifications.markAllRead()).toEqual({ updated: 0 })
    }
    expect(await api.notifications.markAllRead()).toEqual({ updated: 3 })
    expect(await api.notifications.markAllRead()).toEqual({ updated: 0 })
    expect((await api.notifications.list()).unread_count).toBe(0)
  })
})
