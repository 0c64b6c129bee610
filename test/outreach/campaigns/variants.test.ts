import { expect, it } from 'vitest'
import { visitor } from '../engagement/messages.ts'
import { describeStorages } from '../../support/storages.ts'
import { campaignDesk } from './desk.ts'

// A variant of fewer than 100 tells nothing, and who gets which is chance.
const PEOPLE = 320
const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))'

describeStorages(
  'variants of a campaign',
  (open) => {
    it('are judged by what people do: scanners that follow every link choose nothing', async () => {
      const all = await campaignDesk(open)
      const records = Array.from({ length: PEOPLE }, (_, at) => ({ email: `c${at}@one.example` }))
      await all.api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
      const variants = [
        { id: 'a', subject: 'A' },
        { id: 'b', subject: 'B' },
      ]
      const test = { percent: 95, metric: 'clicked' as const, after_hours: 4, fallback: 'a' }
      const { id } = await all.campaign({ variants, test })
      await all.api.campaigns.schedule({ id })
      await all.tick()
      const tried = all.mailer.left.length
      expect(tried).toBeLessThan(PEOPLE)
      const visit = visitor(all.engine)
      all.clock.advance('30 minutes')
      let people = 0
      for (const [at, { raw }] of all.mailer.left.entries()) {
        const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        const link = /href="([^"]*\/t\/c\/[^"]*)"/.exec(text)?.[1] ?? ''
        // A scanner follows the link of each message of A; of B, four of ten people follow the link.
        if (/^Subject: A\r$/m.test(raw)) await visit(link, { agent: scanner, ip: `198.51.100.${at % 250}` })
        else if (at % 5 < 2) {
          people += 1
          expect((await visit(link, { ip: `203.0.${at % 250}.7` })).status).toBe(302)
        }
      }
      all.clock.advance('1 minute')
      await all.tick()
      all.clock.advance('4 hours')
      await all.tick()
      const { winner, status } = await all.api.campaigns.get({ id })
      expect(status).toBe('sent')
      expect(winner).toMatchObject({
        variant: 'b',
        inconclusive: false,
        variants: [
          { id: 'a', count: 0 },
          { id: 'b', count: people },
        ],
      })
      const rest = all.mailer.left.slice(tried)
      expect(rest).toHaveLength(PEOPLE - tried)
      expect(rest.every(({ raw }) => /^Subject: B\r$/m.test(raw))).toBe(true)
    }, 60_000)
  },
  ['SQLite memory'],
)
