import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../core/kernel/operation/limits.ts'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'

const rows = Object.entries(limits)

describe('the table of limits', () => {
  test('says of each what is counted and why', () => {
    for (const [name, { value, of, why }] of rows) {
      expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
      expect(value).toBeGreaterThan(0)
      expect(`${of} ${why}`).not.toMatch(/undefined|[|]/)
    }
  })

  test('is served by the catalog', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:') })
    const catalog = await engine.as({ organization: '', user: 'anonymous', scopes: new Set() }).catalog.get()
    await engine.close()
    expect(catalog.limits?.['table']).toEqual(rows.map(([name, limit]) => ({ name, ...limit })))
  })

  test('stands in the guide as it is', async () => {
    const guide = await readFile(new URL('../../../adapters/http/docs/guides/operate.md', import.meta.url), 'utf8')
    const shown = rows.map(([name, { value, of, why }]) => `| \`${name}\` | ${value.toLocaleString('en')} ${of} | ${why} |`).join('\n')
    expect(guide).toContain(`| Limit | At most | Because |\n|---|---|---|\n${shown}\n`)
  })
})
