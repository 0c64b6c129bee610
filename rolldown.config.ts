import { globSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

// What is published and what `rapport` runs, each with the modules it shares in few files: reading them one by one took Node most of a start.
const entries = [
  ...Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [] : globSync(target.source.replace('./', '')))),
  'host/cli.ts',
]

export default defineConfig({
  input: Object.fromEntries(entries.map((each) => [each.replace(/\.ts$/, ''), each])),
  platform: 'node',
  resolve: { conditionNames: ['source'] },
  // The packages that are installed beside it, and what says their versions.
  external: (id) => id.endsWith('package.json') || !/^([./]|rapport-crm(\/|$))/.test(id),
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    // Entities are known by the names of their classes.
    keepNames: true,
    chunkFileNames: 'shared/[name].js',
  },
})
