import { workflowScope } from '../../core/automation/merge-tags/scope.ts'
import { tagValues } from '../../core/automation/merge-tags/tag-values.ts'
import { parseTemplate } from '../../core/automation/merge-tags/template.ts'
import { nextOccurrence } from '../../core/automation/schedules/occurrences.ts'
import { parseSchedule } from '../../core/automation/schedules/schedule.ts'
import { zoneClock } from '../../core/automation/schedules/zone-clock.ts'
import { type Measurement, median, type Row } from './report.ts'

const text =
  'Hi {{contact.first_name | there}}, {{#if company.name}}how is {{company.name}}{{else}}hello{{/if}}? {{contact.lead_score}} {{owner.name}}'

/** What workflows do without a database; rates are by processor time, so that other work on the machine counts less. */
export const automationRows: readonly Measurement[] = [
  {
    name: 'renders of a template with five tags, html',
    async measure(): Promise<Row> {
      const now = new Date('2026-11-27T12:00:00Z')
      const values = tagValues({
        contact: { first_name: 'Anna', lead_score: 12 },
        company: { name: 'Lovelace Ltd' },
        owner: { email: 'grace@lovelace.example', name: 'Grace Hopper' },
        organization: { locale: 'en', timezone: 'Europe/Vienna' },
        now,
      })
      const { template } = parseTemplate(text, workflowScope)
      return { name: this.name, ours: rateOf(() => template.render(values, 'html')), unit: '/s', must: '1000000/s', note: 'stretch 3M/s' }
    },
  },
  {
    name: 'next occurrences of a schedule',
    async measure(): Promise<Row> {
      const schedule = parseSchedule({ frequency: 'weekdays', time: '09:00', timezone: 'Europe/Vienna' })
      const clock = await zoneClock(schedule.timezone)
      const first = new Date('2026-01-01T00:00:00Z')
      let [at, count] = [first, 0]
      const next = () => {
        at = (count += 1) % 1000 === 0 ? first : nextOccurrence(schedule, clock, at).at
      }
      return { name: this.name, ours: rateOf(next), unit: '/s', must: '200000/s', note: 'stretch 500k/s' }
    },
  },
]

function rateOf(work: () => void): number {
  const rates = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage()
    for (let count = 0; count < 300_000; count += 1) work()
    const { user, system } = process.cpuUsage(before)
    return (300_000 / (user + system)) * 1e6
  })
  // The first round is for the compiler.
  return median(rates.slice(1))
}
