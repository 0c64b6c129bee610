import { parseArgs } from 'node:util'
import { simulate } from './simulate.ts'

// node -C source test/quality/simulation/run.ts [--seed N] [--rounds N] [--seconds N]: one seed after the other; a failing one is named.
const { values } = parseArgs({ options: { seed: { type: 'string' }, rounds: { type: 'string' }, seconds: { type: 'string' } } })
const first = Number(values.seed ?? Date.now() % 1_000_000_000)
const rounds = Number(values.rounds ?? (values.seed === undefined ? Number.POSITIVE_INFINITY : 1))
const until = Date.now() + Number(values.seconds ?? Number.POSITIVE_INFINITY) * 1000
const YEAR = 365.25 * 86_400_000

const totals = { seeds: 0, failed: 0, events: 0, deliveries: 0, attempts: 0, lost: 0, deactivated: 0, deaths: 0, passed: 0 }
const report = () =>
  console.log(`seeds ${first} to ${first + totals.seeds - 1}:`, { ...totals, passed: `${(totals.passed / YEAR).toFixed(2)} years` })
process.once('SIGTERM', () => {
  report()
  process.exit(totals.failed > 0 ? 1 : 0)
})

for (let seed = first; seed < first + rounds && Date.now() < until; seed += 1) {
  const { faults, ...counts } = await simulate(seed)
  totals.seeds += 1
  for (const name of ['events', 'deliveries', 'attempts', 'lost', 'deactivated', 'deaths', 'passed'] as const) totals[name] += counts[name]
  if (faults.length > 0) {
    totals.failed += 1
    console.error(`Seed ${seed} fails (npm run simulate -- --seed ${seed}):\n  ${faults.slice(0, 20).join('\n  ')}`)
  }
  if (rounds === 1) console.log(counts)
  if (totals.seeds % 500 === 0) report()
}
report()
process.exitCode = totals.failed > 0 ? 1 : 0
