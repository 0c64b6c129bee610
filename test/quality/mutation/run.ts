import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { type Mutant, mutantsOf } from './mutants.ts'

// node -C source test/quality/mutation/run.ts [file...]: plants each mutant and runs the tests that must notice it; exits with 1 below 90 %.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const LEAST = 0.9
const decisions = ['test/integration/webhooks/delivery/decide.test.ts']
const egress = [
  'test/kernel/egress/address-guard.test.ts',
  'test/kernel/egress/port-policy.test.ts',
  'test/integration/webhooks/subscriptions/url.test.ts',
  'test/kernel/egress/hostile.test.ts',
]
const subjects: Readonly<Record<string, readonly string[]>> = {
  'core/integration/webhooks/delivery/decide.ts': decisions,
  'core/integration/webhooks/delivery/outcome.ts': decisions,
  'core/integration/webhooks/delivery/retry.ts': decisions,
  'core/integration/webhooks/delivery/deactivation.ts': decisions,
  'core/kernel/egress/address-guard.ts': egress,
  'core/kernel/egress/allow-list.ts': egress,
  'core/kernel/egress/target.ts': egress,
  'core/kernel/egress/port-policy.ts': egress,
  'core/integration/webhooks/subscriptions/url.ts': egress,
}
const asked = process.argv.slice(2)

// Mutants are written into a copy, which nobody else works in.
const copy = await mkdtemp(join(tmpdir(), 'rapport-mutants-'))
const left = new Set(['node_modules', 'dist', '.git', 'data'])
await cp(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) })
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))

// The tests of these files need no database; a URL keeps the set-up from starting one.
process.env['TEST_POSTGRES_URL'] ??= 'postgres://nobody@127.0.0.1:1/none'
const vitest = await createVitest('test', {
  root: copy,
  config: join(copy, 'vitest.config.ts'),
  watch: false,
  bail: 1,
  reporters: [{}],
  fileParallelism: false,
  maxWorkers: 1,
})

/** True when the tests fail. */
async function fails(tests: readonly string[]): Promise<boolean> {
  const specifications = (await vitest.globTestSpecifications([...tests])).toSorted(
    (a, b) => tests.findIndex((t) => a.moduleId.endsWith(t)) - tests.findIndex((t) => b.moduleId.endsWith(t)),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
  return unhandledErrors.length > 0 || testModules.some((each) => !each.ok())
}

let [all, noticed] = [0, 0]
for (const [file, tests] of Object.entries(subjects)) {
  if (asked.length > 0 && !asked.includes(file)) continue
  const path = join(copy, file)
  const source = await readFile(path, 'utf8')
  // Once more, because a busy machine may be too slow for one of them.
  if ((await fails(tests)) && (await fails(tests))) throw new Error(`${tests.join(', ')} fails without a mutant`)
  const mutants = mutantsOf(source)
  const alive: Mutant[] = []
  for (const mutant of mutants) {
    await writeFile(path, mutant.code)
    vitest.invalidateFile(path)
    if (!(await fails(tests))) alive.push(mutant)
  }
  await writeFile(path, source)
  vitest.invalidateFile(path)
  all += mutants.length
  noticed += mutants.length - alive.length
  console.log(`${file}: ${mutants.length - alive.length} of ${mutants.length} noticed`)
  for (const { line, was, is } of alive) console.log(`  line ${line}: ${was.trim()} -> ${is.trim()}`)
}
await vitest.close()
await rm(copy, { recursive: true, force: true })
console.log(`${noticed} of ${all}: ${((100 * noticed) / all).toFixed(1)} %`)
process.exitCode = noticed / all < LEAST ? 1 : 0
