import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { campaignDesk, everybody } from './campaigns/desk.ts'

const step = { type: 'email', subject: 'Hello', body: '<p>Hello</p>' } as const

describeStorages('what is sent to a contact', (open) => {
  it('names it `contact_id` as well: in what is sent, and in the lists of messages, enrollments and recipients', async () => {
    const { api, contacts, campaign, tick } = await campaignDesk(open)
    const [ann = '', bob = ''] = await contacts('ann@one.example', 'bob@one.example')
    const sent = await api.emails.send({ contact_id: ann, subject: 'Hi', text: 'Hi' })
    expect(sent).toMatchObject({ lead_id: ann, to: ['ann@one.example'] })
    await expect(api.emails.send({ contact_id: ann, lead_id: bob, subject: 'Hi', text: 'Hi' })).rejects.toMatchObject({
      details: { errors: [{ path: '/contact_id', code: 'ambiguous' }] },
    })
    expect((await api.emails.list({ contact_id: ann })).emails.map(({ id }) => id)).toEqual([sent.id])
    expect((await api.emails.list({ contact_id: bob })).emails).toEqual([])
    const { id } = await api.sequences.create({ name: 'S', steps: [{ ...step, track: 'no' }, step], owner_email: 'me' })
    await api.sequences.activate({ id })
    await api.sequences.enroll({ id, ids: [ann, bob] })
    expect((await api.sequences.enrollments({ id, contact_id: bob })).enrollments).toMatchObject([{ lead_id: bob }])
    const news = await campaign({ audience: everybody })
    await api.campaigns.schedule({ id: news.id })
    for (let round = 0; round < 4; round += 1) await tick()
    expect((await api.campaigns.recipients({ id: news.id, contact_id: ann })).recipients).toMatchObject([{ lead_id: ann, status: 'sent' }])
  })

  it('is of a teammate, is tracked by either word, and has a subject unless it is a reply', async () => {
    const { api } = await campaignDesk(open)
    const steps = (
      await api.sequences.create({ name: 'S', steps: [{ ...step, track: 'no' }, { ...step, track: 'yes' }, step], owner_email: 'me' })
    ).steps
    expect(steps.map(({ track }) => track)).toEqual([false, true, true])
    expect((await api.sequences.list({ owner_email: 'me' })).sequences).toHaveLength(1)
    expect((await api.sequences.list({ owner_email: 'other@acme.test' })).sequences).toEqual([])
    await api.campaigns.create({ name: 'C', owner_email: 'me' })
    expect((await api.campaigns.list({ owner_email: 'me' })).campaigns).toHaveLength(1)
    await expect(api.sequences.create({ name: 'S', steps: [{ type: 'email', body: 'Hi' }] })).rejects.toMatchObject({
      details: { errors: [{ path: '/steps/0/subject', code: 'required' }] },
    })
    await api.sequences.create({ name: 'S', steps: [step, { type: 'email', body: 'Hi', reply_in_thread: true }] })
  })
})
