import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cruise } from 'dependency-cruiser'
import { expect, it } from 'vitest'

const { default: config } = await import('../.dependency-cruiser.mjs' as string)
const folders = ['core', 'adapters', 'plugins', 'host', 'test/support']

it('keeps the import rules of ARCHITECTURE.md', async () => {
  const { summary, modules } = await read(folders)
  expect(modules.length).toBeGreaterThan(100)
  expect(summary.violations.map(({ rule, from, to }: any) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
}, 60_000)

it('notices a planted violation', async () => {
  const folder = await mkdtemp('core/planted-')
  try {
    await writeFile(`${folder}/bad.ts`, `import { http } from '../../adapters/http/index.ts'\nexport const bad = http\n`)
    const { summary } = await read([folder])
    expect(summary.violations.map(({ rule }: any) => rule.name)).toContain('core-knows-nobody')
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)

async function read(paths: readonly string[]): Promise<any> {
  const { options, ...ruleSet } = config
  const { output } = await cruise([...paths], { ...options, ruleSet, validate: true })
  return output
}
