import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judged, playRound } from './round.ts'

// Recipients of the round; thousands, and PostgreSQL with four processes, by `run.ts`.
const RECIPIENTS = Number(process.env['MAIL_RECIPIENTS'] ?? 40)

describe('a process that is killed while it sends to a server that hangs up', () => {
  it('reaches each recipient at most once, loses none, and shows what nobody knows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-mail-'))
    try {
      const given = { recipients: RECIPIENTS, processes: 1, kills: 1, seed: 11, rudeness: 0.1, meddles: true }
      const { faults, states, killed } = await playRound({ place: join(folder, 'rapport.sqlite'), ...given })
      expect({ faults, killed }).toEqual({ faults: [], killed: 1 })
      expect(states['sent']).toBeGreaterThan(RECIPIENTS / 4)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)

  it('is judged by a judge who finds what is lost, what came twice, and what nobody sent', () => {
    const mails = [
      { to: ['a@x.example'], status: 'sent' },
      { to: ['b@x.example'], status: 'uncertain' },
      { to: ['c@x.example'], status: 'cancelled' },
      { to: ['d@x.example'], status: 'sent' },
    ]
    const addresses = mails.flatMap(({ to }) => to)
    const reached = { 'a@x.example': 1, 'd@x.example': 1 }
    const judge = (more: Record<string, number>) => judged(mails, addresses, new Map(Object.entries({ ...reached, ...more })))
    expect(judge({})).toEqual([])
    expect(judge({ 'b@x.example': 1 })).toEqual([])
    expect(judge({ 'b@x.example': 2 })).toHaveLength(1)
    expect(judge({ 'c@x.example': 1 })).toHaveLength(1)
    expect(judge({ 'd@x.example': 0 })).toHaveLength(1)
    expect(judge({ 'e@x.example': 1 })).toHaveLength(1)
  })
})
