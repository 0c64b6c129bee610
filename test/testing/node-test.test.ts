import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const file = fileURLToPath(new URL('runners/kits.ts', import.meta.url))

describe('the conformance kits under node:test', () => {
  it('run as tests of groups, show what is left out, and fail where they should', async () => {
    const { NODE_OPTIONS: _, TEST_POSTGRES_URL: __, ...env } = process.env
    const output = await new Promise<string>((resolve) => {
      const args = ['-C', 'source', '--test', '--test-reporter=tap', file]
      execFile(process.execPath, args, { env, maxBuffer: 50_000_000 }, (_error, stdout, stderr) => resolve(stdout + stderr))
    })
    const lines = output.split('\n').map((line) => line.trim())
    const named = (words: string) => lines.filter((line) => /^(not )?ok \d+/.test(line) && line.includes(words))
    // One of each kit, as vitest shows it.
    for (const words of [
      'refuses a bad configuration with a pointer into the step (SQLite)',
      'adds its tables to a database with records, once',
    ])
      expect(named(words)[0]).toMatch(/^ok /)
    expect(named('(PostgreSQL)').every((line) => line.includes('# SKIP'))).toBe(true)
    expect(named('(PostgreSQL)').length).toBeGreaterThan(5)
    expect(lines.filter((line) => /^ok \d+ - .*sample/i.test(line)).length).toBeGreaterThan(0)
    const failed = lines.filter((line) => /^not ok \d+/.test(line)).map((line) => line.replace(/^not ok \d+ - /, ''))
    expect(failed.filter((name) => !name.includes('action kit.ring') && name !== file)).toEqual([
      'has a label, a sentence, and a description of each key',
      'refuses a bad configuration with a pointer into the step (SQLite)',
    ])
  }, 240_000)
})
