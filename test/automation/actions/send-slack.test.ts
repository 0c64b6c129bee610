import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Answers } from './answers.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('send_slack', (open) => {
  it('sends the text to the channel, also without a contact; a blank one is left out', async () => {
    const http = new Answers()
    const { run, eventsOf } = await openBench(open, { ports: [http] })
    const config = { webhook_url: 'https://hooks.acme.test/T1/secret', text: 'New lead' }
    expect(await run('send_slack', config)).toMatchObject({ done: { status: 200 } })
    expect(await eventsOf('send_slack', config)).toEqual([])
    expect(http.sent).toHaveLength(2)
    expect(http.sent[0]).toMatchObject({ url: config.webhook_url, method: 'POST', body: '{"text":"New lead"}' })
    expect(http.sent[0]?.headers['idempotency-key']).toBe(http.sent[1]?.headers['idempotency-key'])
    expect(await run('send_slack', { ...config, text: ' ' })).toEqual({ skipped: 'no_text' })
    http.with({ status: 502 })
    await expect(run('send_slack', config)).rejects.toMatchObject({ cause: { name: 'TemporaryFailure' } })
    http.with({ status: 403 })
    await expect(run('send_slack', config)).rejects.toMatchObject({ details: { errors: [{ path: '/webhook_url', code: 'call_refused' }] } })
    expect(faultsAtSave('send_slack', { ...config, webhook_url: 'http://acme.test' })).toEqual(['/webhook_url https_required'])
    expect(faultsAtSave('send_slack', { webhook_url: config.webhook_url })).toEqual(['/text required'])
  })
})
