import { globSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

// Bundles the public entries and the command line into few files, because loading the modules one by one takes Node most of a start.
const entries = [
  ...Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [] : globSync(target.source.replace('./', '')))),
  'host/cli.ts',
]

export default defineConfig({
  input: Object.fromEntries(entries.map((each) => [each.replace(/\.ts$/, ''), each])),
  platform: 'node',
  resolve: { conditionNames: ['source'] },
  // Installed packages stay outside, and so does the manifest.
  external: (id) => id.endsWith('package.json') || !/^([./]|rapport-crm(\/|$))/.test(id),
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    // The names of classes identify entities.
    keepNames: true,
    chunkFileNames: 'shared/[name].js',
  },
})
