import { describe, expect, it } from 'vitest'
import { measures } from './measures.ts'
import { treeOf } from './tree.ts'

const valueOf = (name: string, files: Readonly<Record<string, string>>, entries: readonly string[] = []) => {
  const measured = measures.find((each) => each.name === name)?.measure(treeOf(new Map(Object.entries(files)), entries))
  return typeof measured === 'object' ? measured.length : measured
}

// Documents that nobody holds, written so that this file cites none.
const absent = ['records', 'md'].join('.')
const section = ['contract', '4.2'].join(' ')

describe('the figures find a planted', () => {
  it.each([
    ['order', 'import of a later wing', { 'core/records/lists/a.ts': `import type { Contact } from '../../crm/contacts/entity.ts'` }],
    ['order', 're-export of a later wing', { 'core/kernel/jobs/a.ts': `export { Job } from '../../records/jobs/b.ts'` }],
    ['order', 'inline type import of a later wing', { 'core/kernel/jobs/a.ts': `type A = import('../../records/jobs/b.ts').A` }],
    ['order', 'import of the root by a wing', { 'core/kernel/jobs/a.ts': `import { Engine } from '../../engine.ts'` }],
    ['listings', 'list of record types', { 'core/records/lists/a.ts': `const all = ['contacts', 'companies', 'deals']` }],
    ['max', 'file of 301 lines', { 'core/a.ts': 'a()\n'.repeat(301) }, 301],
    ['large', 'large file of an adapter', { 'adapters/http/a.ts': 'a()\n'.repeat(301) }],
    ['casts', 'cast', { 'core/a.ts': 'const a = b as string\nconst c = d as const' }],
    ['bare-casts', 'cast without a reason', { 'core/a.ts': 'const a = b as never\n\n// The row has it.\nconst c = d as never' }],
    ['rows', 'column that is read by name', { 'core/a.ts': `const a = row['name']\nconst b = names['row']` }],
    ['writes', 'raw write', { 'core/crm/a.ts': `await db.deleteFrom('a')`, 'core/kernel/storage/a.ts': `await db.deleteFrom('a')` }],
    ['docs', 'export without docstring', { 'core/a.ts': 'export const a = 1\n\n/** B. */\nexport const b = 2\n' }, 50],
    ['citations', 'citation of a document', { 'core/a.ts': `// See ${absent} and ${section}.`, 'README.md': 'See README.md' }, 2],
    ['ignored-format', 'place that is not formatted', { 'plugins/odoo/index.ts': '// oxfmt-ignore' }],
    ['comments', 'comment', { 'core/a.ts': '// a\na()\n/* b\n */\n' }, 75],
  ])('%s: %s', (name, _, files, expected: number = 1) => {
    expect(valueOf(name, files)).toBe(expected)
  })

  it('circle of folders: both folders count, those that only lead into it do not', () => {
    const files = {
      'core/crm/deals/a.ts': `import type { B } from '../tasks/b.ts'`,
      'core/crm/tasks/b.ts': `import { c } from '../deals/c.ts'`,
      'core/crm/contacts/d.ts': `import { c } from '../deals/c.ts'`,
    }
    expect(valueOf('circles', files)).toBe(2)
  })

  it('public name without docstring, where it is declared', () => {
    const files = {
      'core/index.ts': `export { type A, b } from './a.ts'`,
      'core/a.ts': '/** A. */\nexport interface A {}\nexport const b = 1\nexport const inner = 2',
    }
    expect(valueOf('entry-docs', files, ['core/index.ts'])).toBe(1)
  })

  it('import of the entity of another folder', () => {
    const files = {
      'core/crm/deals/entity.ts': 'export class Deal {}',
      'core/crm/deals/service.ts': `import { Deal } from './entity.ts'`,
      'core/insight/reports/a.ts': `import { Deal } from '../../crm/deals/entity.ts'`,
    }
    expect(valueOf('importers', files)).toBe(1)
  })
})

it('each figure has one name', () => {
  expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length)
})
