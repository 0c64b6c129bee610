import { type Engine, type Scope, scopes } from 'rapport-crm'
import { beforeEach, expect, it } from 'vitest'
import { describeStorages, type Opened } from '../support/storages.ts'

export type Answer = { readonly ok: true; readonly value: any } | { readonly ok: false; readonly code: string; readonly problem: any }

/** One caller of one transport, holding an API key. */
export interface Caller {
  call(operationId: string, input?: Record<string, unknown>, options?: { idempotencyKey?: string; ifMatch?: number }): Promise<Answer>
  close?(): Promise<void>
}

/** What every transport must do, on every storage. A transport passes by supplying `connect`, and nothing else. */
export function describeTransport(name: string, connect: (engine: Engine, key: string) => Promise<Caller>): void {
  describeStorages(`transport ${name}`, (open) => {
    let opened: Opened
    let caller: Caller
    const as = async (...granted: Scope[]) => {
      const { key } = (await opened.api.apiKeys.create({ name: granted.join(), scopes: granted })) as { key: string }
      return await connect(opened.engine, key)
    }

    beforeEach(async () => {
      opened = await open({ rateLimit: 40 })
      const { key } = await opened.engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
      caller = await connect(opened.engine, key ?? '')
      return async () => {
        await caller.close?.()
      }
    })

    it('answers a created record whole, and the same when it is read', async () => {
      const made = await caller.call('createContact', { email: 'Bob@X.test', first_name: 'Bob', company: 'X Corp' })
      expect(made).toMatchObject({
        ok: true,
        value: { email: 'bob@x.test', first_name: 'Bob', company: 'X Corp', created_by: 'ada@acme.test', version: 1 },
      })
      const read = await caller.call('getContact', { id: made.ok && made.value.id })
      expect(JSON.stringify(read)).toBe(JSON.stringify(made))
      expect(JSON.stringify(read.ok && read.value)).toBe(
        JSON.stringify(await opened.api.contacts.get({ id: made.ok ? made.value.id : '' })),
      )
    })

    it('creates a contact once per e-mail and completes it the second time', async () => {
      const first = await caller.call('createContact', { email: 'bob@x.test', first_name: 'Bob' })
      const second = await caller.call('createContact', { email: 'BOB@x.test', last_name: 'Stone' })
      expect(second).toMatchObject({ ok: true, value: { first_name: 'Bob', last_name: 'Stone', version: 2 } })
      expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true)
    })

    it('records each change as an event', async () => {
      const made = await caller.call('createContact', { email: 'bob@gmail.com' })
      await caller.call('updateContact', { id: made.ok && made.value.id, tags: ['vip'] })
      const log = await caller.call('listEvents', {})
      expect(log.ok && log.value.events.map(({ type }: { type: string }) => type)).toEqual([
        'contact.property_changed',
        'contact.tags_changed',
        'contact.created',
      ])
    })

    it('walks a list page by page', async () => {
      for (let at = 0; at < 5; at += 1) await caller.call('createContact', { email: `p${at}@x.test` })
      const first = await caller.call('listContacts', { limit: 3 })
      const rest = await caller.call('listContacts', { limit: 3, cursor: first.ok && first.value.next_cursor })
      expect([first.ok && first.value.contacts.length, rest.ok && rest.value.contacts.length, rest.ok && rest.value.next_cursor]).toEqual([
        3,
        2,
        null,
      ])
    })

    it('answers an idempotency key once', async () => {
      const options = { idempotencyKey: 'once' }
      const [first, second] = [
        await caller.call('createCompany', { name: 'Twice' }, options),
        await caller.call('createCompany', { name: 'Twice' }, options),
      ]
      expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true)
      expect(await caller.call('createCompany', { name: 'Other' }, options)).toMatchObject({ ok: false, code: 'idempotency_mismatch' })
    })

    it('refuses a lost update', async () => {
      const made = await caller.call('createContact', { email: 'bob@x.test' })
      const id = made.ok && made.value.id
      await caller.call('updateContact', { id, title: 'CEO' }, { ifMatch: 1 })
      expect(await caller.call('updateContact', { id, title: 'CTO' }, { ifMatch: 1 })).toMatchObject({
        ok: false,
        code: 'version_mismatch',
      })
    })

    it.each([
      ['a wrong type', 'createContact', { email: 3 }, 'invalid_input', '/email'],
      ['a wrong form', 'createContact', { email: 'nope' }, 'invalid_input', '/email'],
      ['an unknown field', 'createContact', { emial: 'bob@x.test' }, 'invalid_input', '/emial'],
      ['a word that is not in the list', 'createContact', { lifecycle_stage: 'champion' }, 'invalid_input', '/lifecycle_stage'],
      ['NUL in a text', 'createContact', { title: 'a\0b' }, 'invalid_input', '/title'],
      ['a lone surrogate', 'createContact', { title: 'a\ud800b' }, 'invalid_input', '/title'],
      ['a text of 70 kB', 'createContact', { title: 'x'.repeat(70_000) }, 'invalid_input', '/title'],
      [
        'deep nesting',
        'createContact',
        { custom_properties: JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)) },
        'invalid_input',
        undefined,
      ],
      ['a missing field', 'createCompany', {}, 'invalid_input', '/name'],
      ['an unknown id', 'getContact', { id: '01890000-0000-7000-8000-000000000000' }, 'not_found', undefined],
      ['a text that is no id', 'getContact', { id: 'bob' }, 'invalid_input', '/id'],
      ['a cursor of another list', 'listContacts', { cursor: 'bm9wZQ' }, 'invalid_input', '/cursor'],
    ])('refuses %s with the code and the field, and writes nothing', async (_, operation, input, code, path) => {
      const answer = await caller.call(operation, input as Record<string, unknown>)
      expect(answer).toMatchObject({ ok: false, code })
      if (path && !answer.ok) expect(answer.problem.errors.map((each: { path: string }) => each.path)).toContain(path)
      expect((await opened.api.events.list()).events).toEqual([])
    })

    it('says what would have been accepted', async () => {
      const answer = await caller.call('createContact', { lifecycle_stage: 'champion' })
      expect(!answer.ok && answer.problem.errors[0].allowed).toContain('customer')
    })

    it('refuses what the key has no scope for', async () => {
      const reader = await as('read', 'mcp')
      expect(await reader.call('createContact', { email: 'bob@x.test' })).toMatchObject({ ok: false, code: 'insufficient_scope' })
      await reader.close?.()
      const writer = await as('write', 'mcp')
      expect(await writer.call('listContacts', {})).toMatchObject({ ok: false, code: 'insufficient_scope' })
      await writer.close?.()
    })

    it('acts as the teammate who created the key, within the organization', async () => {
      await opened.engine
        .as({ organization: 'other', user: 'eve@other.test', scopes: new Set(scopes) })
        .contacts.create({ email: 'secret@other.test' })
      const list = await caller.call('listContacts', {})
      expect(list.ok && list.value.contacts).toEqual([])
      expect(await caller.call('getMe', {})).toMatchObject({
        ok: true,
        value: { user: { email: 'ada@acme.test' }, organization: { id: 'acme' } },
      })
    })

    it('counts every call against one budget per key, and says when to come back', async () => {
      const answers: Answer[] = []
      for (let at = 0; at < 41; at += 1) answers.push(await caller.call('listCompanies', {}))
      expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(38)
      expect(answers.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' })
      opened.clock.advance('1 minute')
      expect(await caller.call('listCompanies', {})).toMatchObject({ ok: true })
    })
  })
}
