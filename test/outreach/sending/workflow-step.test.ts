import { expect, it } from 'vitest'
import type { MailOutcome } from 'rapport-crm'
import { describeStorages, type Open } from '../../support/storages.ts'
import { FakeMailer } from '../fake-mailer.ts'

const refused = (phase: 'recipients' | 'data', code: number, text: string): MailOutcome => ({
  kind: 'refused',
  phase,
  code,
  text,
  refused: [],
})

async function office(open: Open) {
  const mailer = new FakeMailer()
  const opened = await open({
    ports: [mailer],
    mail: { url: 'smtp://127.0.0.1:2525', from: 'crm@acme.test' },
    publicUrl: 'https://crm.acme.test',
  })
  const { api, engine, clock } = opened
  const steps = [
    { type: 'send_email', config: { subject: 'Hello', body: '<p>Dear {{contact.first_name}},<br>welcome</p>' } },
    { type: 'add_tag', config: { tag: 'written' } },
  ]
  const { id: workflow_id } = await api.workflows.create({ name: 'Greeter', trigger: { type: 'workflow.enrolled' }, steps })
  await api.workflows.activate({ id: workflow_id })
  const run = async (contact: string) => {
    const [found] = (await api.workflowRuns.list({ workflow_id, entity_id: contact })).workflow_runs
    const { status, waiting_for, steps: done } = await api.workflowRuns.get({ id: found?.id ?? '' })
    const [step] = done
    return { id: found?.id ?? '', status, waiting_for, step: step?.status, reason: step?.reason, output: step?.output, error: step?.error }
  }
  // What another part of the engine has committed last is worked a moment later.
  const tick = async () => {
    await engine.tick()
    clock.advance('1 second')
    await engine.tick()
  }
  const greet = async (...emails: string[]) => {
    const ids: string[] = []
    for (const email of emails) ids.push((await api.contacts.create({ email, first_name: 'Ann' })).id)
    await api.workflows.enroll({ id: workflow_id, ids })
    await tick()
    return ids
  }
  return { ...opened, mailer, run, greet, clock, workflow_id, tick }
}

describeStorages('a step that sends an e-mail', (open) => {
  it('waits while its mailbox has sent what it may in an hour, and tells when the e-mail has left', async () => {
    const { api, mailer, run, greet, clock, tick } = await office(open)
    const [first = ''] = await greet('zero@x.example')
    const [email] = (await api.emails.list()).emails
    expect(await run(first)).toMatchObject({
      status: 'completed',
      step: 'done',
      output: { email_id: email?.id, status: 'sent', sent_at: email?.sent_at },
    })
    const [box] = (await api.mailboxes.list()).mailboxes
    await api.mailboxes.update({ id: box?.id ?? '', hourly_limit: 1 })
    const [second = ''] = await greet('one@x.example')
    expect(await run(second)).toMatchObject({ status: 'waiting', waiting_for: 'throttle', step: 'waiting', output: null })
    expect((await api.contacts.get({ id: second })).tags).toEqual([])
    clock.advance('61 minutes')
    await tick()
    expect(await run(second)).toMatchObject({ status: 'completed', waiting_for: null, step: 'done', output: { status: 'sent' } })
    expect((await api.contacts.get({ id: second })).tags).toEqual(['written'])
    expect(mailer.taken.map(({ to }) => to)).toEqual([['zero@x.example'], ['one@x.example']])
    // The plain text is made of the body.
    expect(mailer.taken[0]?.message.replaceAll('=\r\n', '')).toMatch(
      /text\/plain[\s\S]*\r\n\r\nDear Ann,\r\nwelcome\r\n[\s\S]*text\/html[\s\S]*<p>Dear Ann,<br>welcome<\/p>/,
    )
  })

  it('fails with an e-mail that is refused, goes on behind an address that is, and is left out where consent is withdrawn', async () => {
    const { api, mailer, run, greet, clock, tick, workflow_id } = await office(open)
    mailer.answer = ({ to: [to = ''] }) => {
      if (to.startsWith('refused')) return refused('data', 554, '554 5.7.1 No thanks')
      if (to.startsWith('nobody')) return refused('recipients', 550, '550 5.1.1 User unknown')
      if (to.startsWith('unclear')) return { kind: 'broken', phase: 'data', text: 'Connection lost', mayHaveLeft: true }
      return { kind: 'refused', phase: 'data', code: 451, text: '451 4.3.0 Later', refused: [] }
    }
    const [bad = '', nobody = '', unclear = '', late = '', gone = '', called = ''] = await greet(
      'refused@x.example',
      'nobody@x.example',
      'unclear@x.example',
      'late@x.example',
      'gone@x.example',
      'called@x.example',
    )
    expect(await run(bad)).toMatchObject({
      status: 'failed',
      step: 'failed',
      error: { message: 'The e-mail was not sent: 554 5.7.1 No thanks' },
    })
    expect(await run(nobody)).toMatchObject({ status: 'completed', step: 'done', output: { status: 'bounced', code: '5.1.1' } })
    expect(await run(unclear)).toMatchObject({ status: 'completed', step: 'done', output: { status: 'uncertain', code: 'no_answer' } })
    const deferred = await run(late)
    expect(deferred).toMatchObject({ status: 'waiting', waiting_for: 'email', step: 'waiting' })
    await api.contacts.unsubscribe({ id: gone })
    await api.workflowRuns.cancel({ id: (await run(called)).id })
    mailer.answer = () => ({ kind: 'accepted', answer: '250 OK', queueId: null, refused: [] })
    clock.advance('2 minutes')
    await tick()
    expect(await run(late)).toMatchObject({ status: 'completed', step: 'done', output: { status: 'sent' } })
    expect(await run(gone)).toMatchObject({ status: 'completed', step: 'skipped', reason: 'unsubscribed' })
    expect(await run(called)).toMatchObject({ status: 'cancelled', step: 'skipped' })
    expect(mailer.taken.map(({ to }) => to)).toEqual([['late@x.example']])
    expect((await api.emails.list({ lead_id: called })).emails).toMatchObject([{ status: 'cancelled', error: { code: 'cancelled' } }])
    expect((await api.workflows.get({ id: workflow_id })).stats).toBeDefined()
  })
})
