import { type Actor, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const as = (user: string): Actor => ({ organization: 'acme', user, role: 'member', scopes: new Set(scopes) })

describeStorages(
  'users and teams',
  (open) => {
    it('are invited with role and team, listed, changed and deactivated', async () => {
      const { api } = await open()
      const admin = await api.users.invite({ email: 'Ada@acme.test', role: 'admin', name: 'Ada' })
      const team = await api.teams.create({ name: 'North', manager_id: admin.id, member_ids: [admin.id] })
      const bob = await api.users.invite({ email: 'bob@acme.test', team_id: team.id, visibility: 'team' })
      expect(bob).toMatchObject({ email: 'bob@acme.test', role: 'member', visibility: 'team', team_id: team.id, active: true })
      expect((await api.teams.list()).teams[0]?.members.map(({ email }) => email)).toEqual(['ada@acme.test', 'bob@acme.test'])
      expect(await api.users.update({ id: bob.id, language: 'de', timezone: 'Europe/Berlin' })).toMatchObject({
        language: 'de',
        version: 2,
      })
      expect((await api.users.list({ role: 'admin' })).users.map(({ id }) => id)).toEqual([admin.id])
      await api.users.deactivate({ id: bob.id })
      expect(await api.users.get({ id: bob.id })).toMatchObject({ active: false })
      await api.teams.update({ id: team.id, name: 'South', member_ids: [] })
      expect((await api.teams.list()).teams).toMatchObject([{ name: 'South', members: [] }])
      await api.teams.delete({ id: team.id })
      expect((await api.teams.list()).teams).toEqual([])
    })

    it('refuse contradictory input', async () => {
      const { api } = await open()
      const admin = await api.users.invite({ email: 'ada@acme.test', role: 'admin' })
      const unknown = '01890000-0000-7000-8000-000000000000'
      await expect(api.users.invite({ email: 'ada@acme.test' })).rejects.toMatchObject({ code: 'already_exists' })
      await expect(api.users.invite({ email: 'x@acme.test', team_id: unknown })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(api.users.update({ id: admin.id, role: 'member' })).rejects.toMatchObject({ code: 'conflict' })
      await expect(api.users.deactivate({ id: admin.id })).rejects.toMatchObject({ code: 'conflict' })
      await expect(api.users.update({ id: admin.id, visibility: 'own' })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(api.users.update({ id: admin.id, timezone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(api.teams.create({ name: 'A', member_ids: [unknown] })).rejects.toMatchObject({ code: 'invalid_input' })
      await api.teams.create({ name: 'A' })
      await expect(api.teams.create({ name: 'A' })).rejects.toMatchObject({ code: 'already_exists' })
    })

    it('decide what their keys and sessions see, from the change on', async () => {
      const { engine, api } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'root@acme.test' })
      const team = await api.teams.create({ name: 'North' })
      const bob = await api.users.invite({ email: 'bob@acme.test', visibility: 'own', team_id: team.id })
      await api.users.invite({ email: 'cy@acme.test', team_id: team.id })
      for (const owner of ['ada', 'bob', 'cy'])
        await api.contacts.create({ email: `of@${owner}.example`, assigned_to: `${owner}@acme.test` })
      const { key } = await engine.access.createKey({ organization: 'acme', user: 'bob@acme.test', name: 'CI', scopes: ['read'] })
      const seen = async () => {
        const [session, byKey] = [as('Bob@acme.test'), await engine.authenticate(key)].map((actor) => engine.as(actor))
        const emails = await Promise.all(
          [session!, byKey!].map(async (each) => (await each.contacts.list()).contacts.map(({ email }) => email).toSorted()),
        )
        expect(emails[0]).toEqual(emails[1])
        return [(await session!.me.get()).visibility, ...emails[0]!]
      }
      expect(await seen()).toEqual(['own', 'of@bob.example'])
      await api.users.update({ id: bob.id, visibility: 'team' })
      expect(await seen()).toEqual(['team', 'of@bob.example', 'of@cy.example'])
      await api.teams.update({ id: team.id, member_ids: [bob.id] })
      expect(await seen()).toEqual(['team', 'of@bob.example'])
      await api.users.update({ id: bob.id, visibility: 'all' })
      expect(await seen()).toEqual(['all', 'of@ada.example', 'of@bob.example', 'of@cy.example'])
    })

    it('leave what they own to another, with an event of each change', async () => {
      const { engine, api, clock } = await open()
      await api.users.invite({ email: 'ada@acme.test', role: 'admin' })
      const bob = await api.users.invite({ email: 'bob@acme.test' })
      const cy = await api.users.invite({ email: 'cy@acme.test' })
      const contact = await api.contacts.create({ email: 'ann@own.example', assigned_to: 'bob@acme.test' })
      const deal = await engine.as(as('bob@acme.test')).deals.create({ name: 'Deal' })
      await api.users.deactivate({ id: bob.id, reassign_to: cy.id })
      for (let round = 0; round < 30; round += 1) {
        await engine.tick()
        clock.advance(100)
      }
      expect(await api.contacts.get({ id: contact.id })).toMatchObject({ assigned_to: 'cy@acme.test' })
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ owner_email: 'cy@acme.test' })
      expect((await api.events.list({ type: 'deal.owner_changed' })).events).toHaveLength(1)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
