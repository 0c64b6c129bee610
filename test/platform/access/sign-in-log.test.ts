import { type LogFields, Logger } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

class Lines extends Logger {
  readonly said: [string, LogFields | undefined][] = []
  override info(message: string, fields?: LogFields): void {
    this.said.push([message, fields])
  }
  override warn(message: string, fields?: LogFields): void {
    this.said.push([message, fields])
  }
}

describeStorages('keys that were never issued', (open) => {
  it('that are unknown are logged with their address, and no flood of them fills the log', async () => {
    const log = new Lines()
    const { engine, clock } = await open({ ports: [log] })
    const attempt = (ip: string | undefined, token = 'rk_guess') => engine.authenticate(token, { ip }).catch(() => null)
    await attempt('203.0.113.7', 'rk_guessed\r\nforged')
    await attempt(undefined)
    // The process itself is no stranger.
    await engine.authenticate('readiness').catch(() => null)
    expect(log.said).toEqual([
      ['An unknown API key was sent', { address: '203.0.113.7' }],
      ['An unknown API key was sent', { address: null }],
    ])
    await Promise.all(Array.from({ length: 100 }, () => attempt('203.0.113.7')))
    expect(log.said).toHaveLength(60)
    clock.advance('1 minute')
    await attempt('203.0.113.8')
    expect(log.said.slice(60)).toEqual([
      ['Further unknown keys and tokens were sent', { attempts: 42 }],
      ['An unknown API key was sent', { address: '203.0.113.8' }],
    ])
  })
})
