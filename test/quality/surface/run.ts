import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clientOf, type Document, writeClient } from './client/generate.ts'
import { docsOf, writeDocs } from './docs/generate.ts'
import { compare } from './compare.ts'
import type { Surface } from './dump.ts'
import { fingerprintOf, snapshotFile } from './snapshot.ts'

const usage = `npm run surface -- dump [file]                 writes the surface of this checkout (OpenAPI, catalog, errors, tools, stored schemas)
npm run surface -- compare [before] [after]    prints what differs; each is a dump, a folder with a checkout, or a commit
                                               (default: HEAD and this checkout); exits with 1 if more than texts differ
npm run surface -- accept                      takes this checkout's OpenAPI document as the one that the tests expect, and writes the client of it
                                               and what /docs is made of`

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const [command = 'compare', ...args] = process.argv.slice(2)

if (command === 'dump') await dump(args[0])
else if (command === 'compare') await printComparison(args[0] ?? 'HEAD', args[1] ?? root)
else if (command === 'accept') await accept()
else {
  console.error(usage)
  process.exitCode = 2
}

async function dump(file?: string): Promise<void> {
  const text = `${JSON.stringify(await surfaceOfFolder(root), null, 1)}\n`
  if (file === undefined) process.stdout.write(text)
  else await writeFile(file, text)
}

async function printComparison(before: string, after: string): Promise<void> {
  const { structure, texts, order } = compare(await surfaceAt(before), await surfaceAt(after))
  for (const [title, lines] of [
    ['texts', texts],
    ['order', order],
    ['structure', structure],
  ] as const) {
    if (lines.length > 0) console.log(`${title}:\n${lines.map((each) => `  ${each}`).join('\n')}`)
  }
  const verdict = structure.length > 0 ? 'Different' : order.length > 0 ? 'Equal but for texts and order' : 'Equal but for texts'
  console.log(`${verdict}: ${structure.length} in structure, ${order.length} in order, ${texts.length} in texts`)
  if (structure.length > 0) process.exitCode = 1
}

async function accept(): Promise<void> {
  const { openapi, operations } = await surfaceOfFolder(root)
  await writeFile(snapshotFile, `${JSON.stringify(fingerprintOf(openapi), null, 2)}\n`)
  await writeClient(clientOf(openapi as Document, operations))
  await writeDocs(await docsOf(operations))
}

/** A dump, a checkout, or a commit of this repository. */
async function surfaceAt(place: string): Promise<Surface> {
  if (!existsSync(place)) return await surfaceOfCommit(place)
  if ((await stat(place)).isDirectory()) return await surfaceOfFolder(resolve(place))
  return JSON.parse(await readFile(place, 'utf8')) as Surface
}

async function surfaceOfCommit(commit: string): Promise<Surface> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-surface-'))
  try {
    await run('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { cwd: root })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await surfaceOfFolder(folder)
  } finally {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root }).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own, because two checkouts would share the packages that keep state. */
async function surfaceOfFolder(folder: string): Promise<Surface> {
  const script = fileURLToPath(new URL('./dump.ts', import.meta.url))
  const { stdout } = await run(process.execPath, ['-C', 'source', script, folder], { maxBuffer: 256 * 1024 * 1024 })
  return JSON.parse(stdout) as Surface
}
