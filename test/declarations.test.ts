import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'string' ? [] : [[entry, target.types.replace('*', 'odoo')] as const],
)

// An app that does not skip the check of declarations pays for all that the entries reach.
describe('the declarations of the package', () => {
  it.each(entries)('reach no package whose declarations take seconds to check, nor those of services: %s', async (_entry, types) => {
    const { files, packages } = await reached(join(root, types))
    expect(files).toContain(join(root, types))
    expect([...packages].filter((name) => name === 'valibot' || name.startsWith('@mikro-orm/'))).toEqual([])
    // Nor what an app may not have installed, or what has its declarations in a package of its own.
    const untyped = ['better-sqlite3', 'html-to-text', 'nodemailer', 'pg', 'semver']
    expect([...packages].filter((name) => untyped.includes(name) || name in manifest.peerDependencies)).toEqual([])
    expect(files.size).toBeLessThan(500)
  })
})

async function reached(entry: string): Promise<{ readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> }> {
  const [files, packages, waiting] = [new Set<string>(), new Set<string>(), [entry]]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = await readFile(file, 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:\bfrom |\bimport\()["']([^"']+)["']/g)) {
      const own = name.startsWith('rapport-crm') ? entries.find(([each]) => `rapport-crm${each.slice(1)}` === name)?.[1] : undefined
      if (own !== undefined) waiting.push(join(root, own))
      else if (name.startsWith('.')) waiting.push(join(dirname(file), name.replace(/(\.d)?\.ts$/, '.d.ts')))
      else packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return { files, packages }
}
