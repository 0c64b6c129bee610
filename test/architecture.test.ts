import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cruise } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const { default: config } = await import('../.dependency-cruiser.mjs' as string)
const folders = ['core', 'adapters', 'plugins', 'host', 'test/support']

// For each rule a file that breaks it, in a folder of its own that is there for the length of one reading only.
const planted: Readonly<Record<string, { readonly folder: string; readonly text: string }>> = {
  'core-knows-nobody': { folder: 'core/kernel/operation', text: `import '../../../../adapters/http/index.ts'` },
  'core-is-transport-free': { folder: 'core/integration/imports', text: `import 'h3'` },
  'core-is-driver-free': { folder: 'core/kernel/storage', text: `import 'pg'` },
  'one-composition-root': { folder: 'host', text: `import 'tsyringe'` },
  'outside-uses-the-front-door': { folder: 'adapters', text: `import '../../core/kernel/operation/errors.ts'` },
  'adapters-are-strangers': { folder: 'adapters', text: `import '../http/index.ts'` },
  'plugins-are-strangers': { folder: 'plugins', text: `import '../odoo/index.ts'` },
  'wings-in-order': { folder: 'core/kernel/secrets', text: `import type { Store } from '../../../records/record-type/resource.ts'` },
  'folders-in-order': { folder: 'core/kernel/operation', text: `import type { Records } from '../../storage/records/records.ts'` },
  'parts-in-order': { folder: 'core/integration/webhooks/signing', text: `import type { Leases } from '../../delivery/leases.ts'` },
  'every-folder-is-listed': { folder: 'core/kernel', text: `import '../operation/errors.ts'` },
  'features-meet-by-services': { folder: 'core/integration/webhooks', text: `import '../../../records/tags/operations.ts'` },
  'no-circular': { folder: 'core/kernel/values', text: `export { bad } from './index.ts'` },
  'no-orphans': { folder: 'core/kernel/values', text: '' },
  'not-to-dev-dep': { folder: 'core/kernel/ports', text: `import 'fast-check'` },
  resolvable: { folder: 'host', text: `import './nowhere.ts'` },
}
const homes = Object.entries(planted).map(([rule, { folder, text }]) => ({ rule, text, path: `${folder}/planted-${rule}` }))

describe('the import rules of .dependency-cruiser.mjs', () => {
  let violations: { readonly rule: string; readonly from: string; readonly to: string }[]

  beforeAll(async () => {
    for (const { path, text } of homes) {
      await mkdir(path)
      await writeFile(`${path}/index.ts`, `${text}\nexport const good = 1\n`)
    }
    const { options, ...ruleSet } = config
    const { output } = await cruise(folders, { ...options, ruleSet, validate: true })
    const { summary, modules } = output as unknown as Output
    expect(modules.length).toBeGreaterThan(1000)
    violations = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  }, 60_000)

  afterAll(async () => {
    for (const { path } of homes) await rm(path, { recursive: true, force: true })
  })

  it('are kept', () => {
    expect(violations.filter(({ from }) => !from.includes('/planted-'))).toEqual([])
  })

  it.each([...new Set<string>(config.forbidden.map(({ name }: { name: string }) => name))])('find a planted violation of %s', (name) => {
    expect(violations.filter(({ rule, from }) => rule === name && from.includes(`/planted-${name}/`))).not.toEqual([])
  })
})

// Those of sockets, threads and browsers; all others would run past a clock that stands still.
const ownTimers = new Set([
  'core/kernel/ports/clock.ts',
  'core/kernel/ports/http.ts',
  'core/kernel/threads/threads.ts',
  'core/outreach/sending/smtp-mailer.ts',
  'core/outreach/visits/script.ts',
])

it('core waits by the port Clock alone', async () => {
  const files = (await readdir('core', { recursive: true })).map((each) => `core/${each}`).filter((each) => each.endsWith('.ts'))
  const found: string[] = []
  for (const file of files) if (/(?<!socket\.)\bset(Timeout|Interval)\(/.test(await readFile(file, 'utf8'))) found.push(file)
  expect(found.filter((each) => !ownTimers.has(each))).toEqual([])
  expect(found).toHaveLength(ownTimers.size)
})

interface Output {
  readonly modules: readonly unknown[]
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string; readonly to: string }[]
  }
}
