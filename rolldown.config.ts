import { globSync } from 'node:fs'
import { defineConfig, type RolldownOptions } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

// Bundles the public entries and the command line into few files, because loading the modules one by one takes Node most of a start.
const entries = [
  ...Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [] : globSync(target.source.replace('./', '')))),
  'host/cli.ts',
]

const common: RolldownOptions = {
  platform: 'node',
  resolve: { conditionNames: ['source'] },
  // Installed packages stay outside, and so does the manifest.
  external: (id) => id.endsWith('package.json') || !/^([./]|rapport-crm(\/|$))/.test(id),
}
const output = {
  dir: 'dist',
  format: 'esm',
  sourcemap: true,
  // The names of classes identify entities.
  keepNames: true,
} as const

export default defineConfig([
  {
    ...common,
    input: Object.fromEntries(entries.map((each) => [each.replace(/\.ts$/, ''), each])),
    output: { ...output, chunkFileNames: 'shared/[name].js' },
  },
  // Alone, so that a thread loads what it works with and not the engine.
  { ...common, input: { 'core/thread': 'core/thread.ts' }, output: { ...output, chunkFileNames: 'thread/[name].js' } },
])
