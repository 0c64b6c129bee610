import { parseArgs } from 'node:util'
import { rehearsals } from './rehearsals.ts'
import { Stage } from './stage.ts'

// node -C source test/quality/chaos/run.ts [--rounds N] [--seed N] [--only name,...] [--chunk N]: each rehearsal so often, by hand; exits with 1 if
// anything is lost. A long run says after each chunk what it has done, so that its end may come at any time.
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { rounds: text, seed: text, only: text, chunk: text } })
const rounds = Number(values.rounds ?? 100)
const chunk = Number(values.chunk ?? rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const only = values.only?.split(',') ?? Object.keys(rehearsals)

let failed = false
const stage = await Stage.open()
try {
  for (const [name, rehearse] of Object.entries(rehearsals)) {
    if (!only.includes(name)) continue
    for (let done = 0; done < rounds; done += chunk) {
      const { faults, ...counts } = await rehearse(stage, Math.min(chunk, rounds - done), seed + done)
      failed ||= faults.length > 0
      for (const fault of faults.slice(0, 20)) console.error(`${name}: ${fault}`)
      console.log(name, JSON.stringify({ at: new Date(), seed: seed + done, ...counts, faults: faults.length }))
    }
  }
} finally {
  console.log(`seed ${seed}`)
  await stage.close()
}
process.exitCode = failed ? 1 : 0
