import { expect, it } from 'vitest'
import { mailSender, type StepMail } from '../../../core/automation/workflows/ports.ts'
import { describeStorages } from '../../support/storages.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('send_email', (open) => {
  it('hands the mail to who sends it, with its defaults', async () => {
    const sent: StepMail[] = []
    const send = (mail: StepMail) => Promise.resolve((sent.push(mail), { done: { message_id: 'm1' } }))
    const { api, run, eventsOf } = await openBench(open, { hooks: [mailSender.attach(() => ({ send }))] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', assigned_to: 'grace@acme.test' })
    expect(await run('send_email', { subject: 'Hello', body: 'Dear Ada' }, { contact: id })).toEqual({ done: { message_id: 'm1' } })
    expect(sent).toEqual([
      {
        contact_id: id,
        to: 'ada@lovelace.test',
        template_id: null,
        subject: 'Hello',
        body: 'Dear Ada',
        track: true,
        unsubscribe_link: false,
        ai_instructions: null,
        workflow_id: expect.anything(),
        run_id: expect.anything(),
        deal_id: null,
        owner: 'grace@acme.test',
      },
    ])
    expect(await eventsOf('send_email', { subject: ' ' }, { contact: id })).toEqual([])
    expect(sent).toHaveLength(1)
    expect(await run('send_email', { subject: ' ' }, { contact: id })).toEqual({ skipped: 'no_text' })
    await run('send_email', { subject: ' ', body: 'Dear Ada' }, { contact: id })
    expect(sent[1]).toMatchObject({ subject: null, body: 'Dear Ada' })
  })

  it('is skipped for who has no address or wants no mail, and where there is no mailbox', async () => {
    const { api, run } = await openBench(open)
    const text = { subject: 'Hello', body: 'Dear Ada' }
    const skipped = async (input: object) => await run('send_email', text, { contact: (await api.contacts.create(input)).id })
    expect(await run('send_email', {})).toEqual({ skipped: 'no_contact' })
    expect(await skipped({ first_name: 'Ada' })).toEqual({ skipped: 'no_email' })
    expect(await skipped({ email: 'no@lovelace.test', do_not_contact: true })).toEqual({ skipped: 'do_not_contact' })
    const { id } = await api.contacts.create({ email: 'out@lovelace.test' })
    await api.contacts.unsubscribe({ id })
    expect(await run('send_email', text, { contact: id })).toEqual({ skipped: 'unsubscribed' })
    expect(await skipped({ email: 'ada@lovelace.test' })).toEqual({ skipped: 'no_mailbox' })
  })

  it('is refused for a bad configuration', () => {
    expect(faultsAtSave('send_email', { template_id: 'first' })).toEqual(['/template_id invalid_format'])
    expect(faultsAtSave('send_email', { track: 'maybe' })).toEqual(['/track not_allowed'])
    expect(faultsAtSave('send_email', { subject: ' ', track: 'yes' })).toEqual(['/body required'])
  })
})
