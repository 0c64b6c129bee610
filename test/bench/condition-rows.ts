import { evaluate } from '../../core/automation/conditions/evaluate.ts'
import { restoreConditions } from '../../core/automation/conditions/parse.ts'
import { builtin } from '../../core/builtin.ts'
import { utc } from '../../core/kernel/values/zone.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'
import { type Measurement, median } from './report.ts'

const COUNT = 1_000_000
const name = 'evaluations of conditions'

/** Conditions of workflows, parsed once and asked about many runs. */
export const conditionRows: readonly Measurement[] = [
  {
    name,
    async measure() {
      const rates = Array.from({ length: 7 }, rate)
      return { name, ours: median(rates), unit: '/s', must: '2000000/s', note: 'a number, a text and a list; stretch 5,000,000/s' }
    },
  },
]

function rate(): number {
  const conditions = restoreConditions(composeFeatures(builtin).types, {
    entity_type: 'contact',
    filter: {
      and: [
        { field: 'contact.lead_score', op: 'gte', value: 50 },
        { field: 'contact.title', op: 'contains', value: 'sales' },
        { field: 'contact.tags', op: 'contains', value: 'vip' },
      ],
    },
  })
  const now = new Date(0)
  const contexts = Array.from({ length: 100 }, (_, at) => {
    const record = { lead_score: at, title: 'Head of Sales', tags: ['north', 'VIP'] }
    return { entity: { type: 'contact', record }, now, zone: utc }
  })
  const started = performance.now()
  let met = 0
  for (let at = 0; at < COUNT; at += 1) if (evaluate(conditions, contexts[at % 100]!).met) met += 1
  if (met !== COUNT / 2) throw new Error(`${met} of ${COUNT} are met`)
  return (COUNT / (performance.now() - started)) * 1000
}
