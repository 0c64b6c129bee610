import { describe, expect, test } from 'vitest'
import { JsonLogger, maskText } from '../../host/log.ts'

describe('the log of the host', () => {
  test('is one JSON object per line, with time, level and message first', () => {
    const { lines, logger } = recorded()
    logger.info('Serving', { url: 'http://127.0.0.1:3000' })
    logger.warn('Slow', { ms: 12n, at: new Date(0) })
    expect(lines).toEqual([
      '{"time":"2026-01-15T09:00:00.000Z","level":"info","message":"Serving","url":"http://127.0.0.1:3000"}\n',
      '{"time":"2026-01-15T09:00:00.000Z","level":"warn","message":"Slow","ms":"12","at":"1970-01-01T00:00:00.000Z"}\n',
    ])
  })

  test('masks fields by their name, at any depth and in any spelling', () => {
    const secret = 'hunter2'
    const names = [
      'authorization',
      'Authorization',
      'secret',
      'client_secret',
      'webhookSecret',
      'password',
      'apiKey',
      'api_key',
      'x-api-key',
      'key',
      'access_token',
      'set-cookie',
      'Cookie',
      'signature',
    ]
    const { lines, logger } = recorded()
    logger.error('Failed', {
      request: { headers: Object.fromEntries(names.map((name) => [name, secret])) },
      list: [{ encryptionKeys: [secret] }],
    })
    expect(lines.join('')).not.toContain(secret)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      request: { headers: { 'x-api-key': '***', webhookSecret: '***' } },
      list: [{ encryptionKeys: '***' }],
    })
  })

  test('does not mask similar names and missing secrets', () => {
    const { lines, logger } = recorded()
    logger.info('Call', { key_id: '7', keyboard: 'de', monkey: 'yes', tokenizer: 1, secret: null })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ key_id: '7', keyboard: 'de', monkey: 'yes', tokenizer: 1, secret: null })
  })

  test('masks secrets by their form anywhere', () => {
    expect(maskText('Bearer abc.def-123 and rk_live_abcDEF and whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
      'Bearer *** and rk_*** and whsec_***',
    )
    expect(maskText('postgres://crm:p%40ss@db/crm')).toBe('postgres://crm:***@db/crm')
    expect(maskText('the task_id of work_order stays, as does https://example.com:8080/a@b')).toBe(
      'the task_id of work_order stays, as does https://example.com:8080/a@b',
    )
  })

  test('masks passwords in whatever part of an address they stand', () => {
    expect(maskText('postgres://crm:p@ss@db/crm')).toBe('postgres://crm:***@db/crm')
    expect(maskText('postgres://db/crm?user=crm&password=hunter2&sslmode=verify-full')).toBe(
      'postgres://db/crm?user=crm&password=***&sslmode=verify-full',
    )
  })

  test('writes line breaks, control characters and formats of a value as part of one line', () => {
    const { lines, logger } = recorded()
    const forged = 'a\r\n{"level":"error","message":"forged"}\u2028\u2029\u0085\u001b[2J\u009b2J\u202e%s%o\u0000'
    logger.info(forged, { [forged]: forged, error: new Error(forged) })
    expect(lines).toHaveLength(1)
    const [line = ''] = lines
    expect(line.endsWith('\n')).toBe(true)
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
    const { message, error } = JSON.parse(line)
    expect([message, error.message]).toEqual([forged, forged])
  })

  test('shows an error with its cause and code, without its secrets', () => {
    const { lines, logger } = recorded()
    const error = Object.assign(new Error('no answer for rk_live_1234', { cause: new Error('postgres://crm:hunter2@db is down') }), {
      code: 'ECONNREFUSED',
    })
    logger.error('Failed', { error })
    const { error: shown } = JSON.parse(lines[0] ?? '')
    expect(shown).toMatchObject({
      name: 'Error',
      message: 'no answer for rk_***',
      code: 'ECONNREFUSED',
      cause: { message: 'postgres://crm:***@db is down' },
    })
    expect(lines[0]).not.toMatch(/1234|hunter2/)
  })

  test('survives circular references', () => {
    const { lines, logger } = recorded()
    const loop: Record<string, unknown> = {}
    loop['again'] = loop
    logger.error('Failed', loop)
    expect(lines[0]).toContain('"..."')
  })

  test('logs no debug messages by default', () => {
    const quiet = recorded()
    quiet.logger.debug('Detail')
    expect(quiet.lines).toEqual([])
    const loud = recorded({ debug: true })
    loud.logger.debug('Detail')
    expect(loud.lines).toHaveLength(1)
  })
})

function recorded(options: { debug?: boolean } = {}) {
  const lines: string[] = []
  const logger = new JsonLogger({ write: (line) => lines.push(line), now: () => new Date('2026-01-15T09:00:00Z'), ...options })
  return { lines, logger }
}
