import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }

// The entries of this package from their sources. Node's condition `source` would do so for every dependency that has one.
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
  if (typeof target === 'string') return []
  const find = new RegExp(`^${manifest.name}${entry.slice(1).replace('*', '([^/]+)')}$`)
  return [{ find, replacement: fileURLToPath(new URL(target.source.replace('*', '$1'), import.meta.url)) }]
})

export default defineConfig({
  resolve: { alias: entries },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Files share the modules they load, which nothing of the engine minds: it keeps no state outside of an `Engine`. A file passes alone as well.
    isolate: false,
    maxWorkers: 2,
  },
})
