import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('leaves a run that failed its exit code, and one that passed none', () => {
  const setup = new URL('../support/postgres.setup.ts', import.meta.url).href
  const exit = (code: number) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', `await import('${setup}'); process.exitCode = ${code}`]).status
  expect([exit(1), exit(0)]).toEqual([1, 0])
})
