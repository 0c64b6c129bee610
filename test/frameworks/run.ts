import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from './app.ts'
import { calls, cancelling, check, streaming } from './calls.ts'
import { footprint } from './footprint.ts'
import { completed, installed, packed, type Package } from './install.ts'
import { judgePlugins } from './plugins.ts'
import { judgeTypes } from './types.ts'

// npm run frameworks [-- name...]: packs the project, measures what it installs, installs it into an app of each framework, and calls each as its
// users do. The answers must be those of one table, whatever lies between.
const folders = await readdir(new URL('.', import.meta.url), { withFileTypes: true })
// Plugins and types are no frameworks; they begin with the same package.
const others = { plugins: judgePlugins, types: judgeTypes }
const known = [...folders.filter((each) => each.isDirectory()).map(({ name }) => name), ...Object.keys(others)]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no folder ${unknown.join(', ')}: ${known.join(', ')}`)

const isOther = (name: string): name is keyof typeof others => name in others

async function judge(name: string, common: Package): Promise<string[]> {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  const faults: string[] = []
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    await act().catch((error: unknown) => faults.push(`${what}: ${(error as Error).message}`))
  }
  try {
    const folder = await installed(name, common)
    const readyAfter = seconds()
    const app = await App.start(name, folder, common.seed)
    try {
      for (const call of calls) await attempt(call.what, async () => check(call, await call.ask(app)))
      await attempt('a stream', () => streaming(app))
      await attempt('cancelled requests', () => cancelling(app))
      if (faults.length > 0) faults.push(`It printed:\n${app.output}`)
    } finally {
      await app.stop()
    }
    console.log(
      `${name}: ${faults.length === 0 ? 'as expected' : `${faults.length - 1} faults`} (${readyAfter} s installed, ${seconds()} s in all)`,
    )
  } catch (error) {
    faults.push((error as Error).message)
  }
  return faults.map((fault) => `${name}: ${fault}`)
}

const folder = await mkdtemp(join(tmpdir(), 'rapport-frameworks-'))
const faults: string[] = []
try {
  const base = await packed(folder)
  if (asked.length === 0) faults.push(...(await footprint(base)))
  const common = await completed(base)
  const waiting = [...(asked.length > 0 ? asked : known)]
  // Two at a time: installing waits for disk and network, building for processors.
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      faults.push(...(await (isOther(name) ? others[name](common) : judge(name, common))))
  }
  await Promise.all([work(), work()])
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(faults.join('\n\n'))
if (faults.length > 0) process.exitCode = 1
