import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Reading the sources takes half of a start; the cache is outside of the repository.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url))

// Most processes live for less than a second, in which garbage collection costs more than memory.
const flags = ['--single-threaded-gc', '--min-semi-space-size=32']

/** Starts a bundled script in a process that will be killed. */
export function launch(script: string, given: readonly string[], stdio: StdioOptions): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [...flags, script, ...given], { stdio, env: { PATH, HOME, NODE_COMPILE_CACHE: cache } })
}
