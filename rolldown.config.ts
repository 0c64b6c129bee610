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
  // Installed packages stay outside, and so does the manifest. Taken in are TypeBox, which is 250 modules,
  // and of the standard of countries its list of them without that of their parts.
  external: (id) => id.endsWith('package.json') || !/^(?:[./]|(?:rapport-crm|@sinclair\/typebox|iso-3166)(?:\/|$))/.test(id),
  plugins: [{ name: 'latin-1', renderChunk: (code) => ({ code: inLatin1(code), map: null }) }],
}
const output = {
  dir: 'dist',
  format: 'esm',
  sourcemap: true,
  // The names of classes identify entities.
  keepNames: true,
  // They stand in the sources, which are published as well; those for bundlers stay.
  comments: { jsdoc: false, legal: false, annotation: true },
} as const

/** Writes other letters as escapes: a text that holds one of them takes two bytes for each of its letters. */
function inLatin1(code: string): string {
  return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export default defineConfig([
  {
    ...common,
    input: Object.fromEntries(entries.map((each) => [each.replace(/\.ts$/, ''), each])),
    output: { ...output, chunkFileNames: 'shared/[name].js' },
  },
  // Alone, so that a thread loads what it works with and not the engine.
  { ...common, input: { 'core/thread': 'core/thread.ts' }, output: { ...output, chunkFileNames: 'thread/[name].js' } },
  {
    ...common,
    input: { 'adapters/sqlite/thread': 'adapters/sqlite/thread.ts' },
    output: { ...output, chunkFileNames: 'reading/[name].js' },
  },
])
