import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }

// Resolves the entries of this package to their sources. Node's condition `source` would do so for every dependency that has one.
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
  if (typeof target === 'string') return []
  const find = new RegExp(`^${manifest.name}${entry.slice(1).replace('*', '([^/]+)')}$`)
  return [{ find, replacement: fileURLToPath(new URL(target.source.replace('*', '$1'), import.meta.url)) }]
})

const whole = { lines: 100, branches: 100 }

// These tests replace modules of the engine.
const replacing = ['test/quality/simulation/*.test.ts']
// These start servers, browsers and tools beside them, which takes most of their time, or run what other packages run, too: `npm run processes`.
const processes = [
  'test/host/*.test.ts',
  'test/quality/{browser,chaos,mail}/*.test.ts',
  'test/{budget,readme,adapters/client-host,adapters/mcp-connect,testing/node-test,kernel/storage/app-transactions-kill}.test.ts',
  'test/{plugins/templates,records/attachments/stores}.test.ts',
]

export default defineConfig({
  resolve: { alias: entries },
  test: {
    globalSetup: ['test/support/postgres.setup.ts'],
    // Ends tests that hang; how long one takes says more about the machine and what else it does.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // `npm run coverage`: webhooks and egress checks must be covered completely, the rest at least as far as before.
    coverage: {
      provider: 'v8',
      include: ['core/integration/webhooks/**', 'core/kernel/events/**', 'core/kernel/egress/**'],
      reporter: ['text'],
      thresholds: {
        'core/kernel/egress/{address-guard,target,port-policy,proxy-address,exchange,failure,guarded,excerpt}.ts': whole,
        'core/integration/webhooks/**': whole,
        'core/kernel/events/**': { lines: 97, branches: 94 },
        'core/kernel/egress/**': { lines: 99, branches: 94 },
      },
    },
    projects: [
      // Test files share loaded modules, because the engine keeps no state outside of an `Engine`. Each file passes alone as well.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...replacing, ...processes, ...configDefaults.exclude],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'processes', include: processes, isolate: false } },
      { extends: true, test: { name: 'alone', include: replacing, isolate: true } },
    ],
  },
})
