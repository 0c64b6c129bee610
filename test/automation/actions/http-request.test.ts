import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Answers } from './answers.ts'
import { faultsAtSave, openBench } from './run-action.ts'

describeStorages('http_request', (open) => {
  it('sends organization, workflow, run, event and record as JSON, each try with the same key', async () => {
    const http = new Answers()
    const { api, run, eventsOf } = await openBench(open, { ports: [http] })
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const config = { url: 'https://hooks.acme.test/in?token=1', headers: { Authorization: 'Bearer x' } }
    expect(await run('http_request', config, { contact: id })).toEqual({ done: { status: 200, response: 'ok', duration_ms: 3 } })
    expect(await eventsOf('http_request', config, { contact: id })).toEqual([])
    const [first, second] = http.sent
    expect(first).toMatchObject({ url: config.url, method: 'POST', timeoutMs: 10_000 })
    expect(first?.headers).toMatchObject({ authorization: 'Bearer x', 'content-type': 'application/json' })
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key'])
    expect(JSON.parse(String(first?.body))).toMatchObject({
      organization: 'acme',
      workflow: { name: 'Welcome' },
      run: { id: expect.any(String) },
      event: { type: 'contact.created' },
      record: { type: 'contact', id, email: 'ada@lovelace.test' },
    })
  })

  it('sends the body that it is given, none with GET, and works without a record', async () => {
    const http = new Answers()
    const { run } = await openBench(open, { ports: [http] })
    await run('http_request', { url: 'https://acme.test', method: 'PUT', body: '{"a":1}' })
    await run('http_request', { url: 'https://acme.test', method: 'GET', body: '{"a":1}' })
    await run('http_request', { url: 'https://acme.test' })
    expect(http.sent.map(({ method, body }) => [method, body && JSON.parse(String(body)).record])).toEqual([
      ['PUT', undefined],
      ['GET', undefined],
      ['POST', null],
    ])
    expect(http.sent[0]?.body).toBe('{"a":1}')
  })

  it('is tried again after what may pass, and fails for what does not', async () => {
    const http = new Answers()
    const { run } = await openBench(open, { ports: [http] })
    const call = () => run('http_request', { url: 'https://acme.test' })
    for (const outcome of [{ status: 500 }, { status: 503 }, { status: 408 }, { status: 429 }, { status: 0, error: 'timeout' as const }]) {
      http.with(outcome)
      await expect(call()).rejects.toMatchObject({ cause: { name: 'TemporaryFailure' } })
    }
    for (const outcome of [{ status: 404 }, { status: 301 }, { status: 0, error: 'blocked_address' as const, terminal: true }]) {
      http.with(outcome)
      await expect(call()).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/url', code: 'call_refused' }] } })
    }
  })

  it('calls no private address', async () => {
    const { run } = await openBench(open)
    for (const url of ['https://127.0.0.1:8443/', 'https://169.254.169.254/', 'http://acme.test/'])
      await expect(run('http_request', { url })).rejects.toMatchObject({ details: { errors: [{ path: '/url', code: 'call_refused' }] } })
  })

  it('is refused for an address that is not https, and for headers that the engine sets itself', () => {
    expect(faultsAtSave('http_request', { url: 'http://acme.test' })).toEqual(['/url https_required'])
    expect(faultsAtSave('http_request', { url: 'acme' })).toEqual(['/url invalid_format'])
    const faults = (headers: object) => faultsAtSave('http_request', { url: 'https://acme.test', headers })
    expect(faults({ Host: 'x' })).toEqual(['/headers/Host not_allowed'])
    expect(faults({ 'X-A': 'a\r\nX-B: b' })).toEqual(['/headers/X-A invalid_format'])
    expect(faults({ 'X A': 'a' })).toEqual(['/headers/X A invalid_format'])
    expect(faultsAtSave('http_request', { url: 'https://acme.test', method: 'DELETE' })).toEqual(['/method not_allowed'])
  })
})
