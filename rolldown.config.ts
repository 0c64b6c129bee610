import { globSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { defineConfig, type OutputBundle, type RolldownOptions } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

// Bundles the public entries and the command line into few files, because loading the modules one by one takes Node most of a start.
const entries = [
  ...Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [] : globSync(target.source.replace('./', '')))),
  'host/cli.ts',
]

// Installed packages stay outside, and so does the manifest. Taken in are those of many modules without which nothing starts (finding a module
// costs Node a third of a millisecond and 40 kB), and of the standard of countries its list of them without that of their parts. Their versions
// are exact in the manifest; none of them keeps a state that an app with a copy of its own would miss.
const takenIn = [
  'rapport-crm',
  '@mikro-orm/(?:core|migrations|postgresql|sql|sqlite)',
  '@sinclair/typebox',
  'decimal\\.js',
  '(?:dom(?:-serializer|elementtype|handler|utils)|entities|htmlparser2)',
  'fflate',
  'iso-3166',
  'kysely',
  'pg-cursor',
  'postal-mime',
  'postgres-(?:array|date|interval)',
  'semver',
  'tldts',
  'tslib',
  'tsyringe',
  'uuid',
  'valibot',
]
// What MikroORM loads only for what nobody asks of it here: to search folders for entities, and to gather references.
const absent = ['dataloader', 'tinyglobby']
const inside = new RegExp(`^(?:[./\\0]|(?:${[...takenIn, ...absent].join('|')})(?:/|$))`)

const common: RolldownOptions = {
  platform: 'node',
  resolve: { conditionNames: ['source'] },
  external: (id) => id.endsWith('package.json') || !inside.test(id),
  plugins: [
    {
      name: 'absent',
      resolveId: { order: 'pre', handler: (id) => (absent.includes(id) ? { id: `\0absent:${id}` } : null) },
      load: (id) => (id.startsWith('\0absent:') ? `throw new Error('The engine does without ${id.slice(8)}')` : null),
    },
    { name: 'ascii', generateBundle: (_, bundle) => inAscii(bundle) },
    { name: 'no-strangers', generateBundle: (_, bundle) => refuseStrangers(bundle) },
    {
      name: 'licences',
      generateBundle(_, bundle) {
        const [first] = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
        const source = licencesOf(bundle)
        // Beside each entry that is bundled alone, and one for all others.
        const folder = Object.keys(bundle).some((name) => name.startsWith('shared/')) ? '' : first?.fileName.replace(/\.js$/, '.')
        if (source) this.emitFile({ type: 'asset', fileName: `${folder}LICENSES.txt`, source })
      },
    },
  ],
}
const output = {
  dir: 'dist',
  format: 'esm',
  sourcemap: true,
  // The sources are published beside it.
  sourcemapExcludeSources: true,
  // The names of classes identify entities.
  keepNames: true,
  // They stand in the sources, which are published as well; those for bundlers stay.
  comments: { jsdoc: false, legal: false, annotation: true },
} as const

/** Writes other letters than ASCII as escapes: Node keeps a text that holds one of them with two bytes for each of its letters. */
function inAscii(bundle: OutputBundle): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    file.code = file.code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
}

/** Lets each entry begin with the check of the version of Node: the order of imports is the bundler's own. */
function versionFirst(bundle: OutputBundle): void {
  const check = Object.keys(bundle).find((name) => name.endsWith('/node-version.js'))
  if (check === undefined) throw new Error('Nothing checks the version of Node')
  for (const file of Object.values(bundle))
    // On the first line, so that the source map stays right.
    if (file.type === 'chunk' && file.isEntry) file.code = `import '${posix.relative(posix.dirname(file.fileName), check)}'; ${file.code}`
}

/** Refuses imports of packages that the manifest does not name: they are there only where npm happens to put them. */
function refuseStrangers(bundle: OutputBundle): void {
  const named = [manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })]
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    const packages = [...file.imports, ...file.dynamicImports].filter((each) => !(each in bundle) && !isBuiltin(each))
    const strange = packages.find((each) => !named.some((name) => each === name || each.startsWith(`${name}/`)))
    if (strange !== undefined) throw new Error(`${file.fileName} imports ${strange}, which is no dependency: take it in`)
  }
}

/** The licences of the packages that are taken in, whose authors want them beside each copy. Throws where one has none. */
function licencesOf(bundle: OutputBundle): string {
  const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))
  return [...folders]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
      if (!file) throw new Error(`${name} says no licence: leave it outside`)
      return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * Chunks of the wings of the core and of packages: reading a file takes memory by its size that stays taken, so that several small files weigh
 * less than a large one. What some entries load only when they need it stays apart from what all of them load.
 */
function wingOf(id: string): string | null {
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? /\/core\/([^/]+)\/[^/]+/.exec(id) ?? []
  return name?.replaceAll(/^@|\W/g, (sign) => (sign === '@' ? '' : '-')) ?? null
}

/** Refuses chunks that import each other in a circle: one of them would run before what it needs. Wings import those to their left only. */
function refuseCircles(bundle: OutputBundle): void {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]) => {
    if (path.includes(name)) throw new Error(`These files import each other in a circle: ${[...path, name].join(' > ')}`)
    if (done.has(name)) return
    const file = bundle[name]
    if (file?.type === 'chunk') for (const each of file.imports) visit(each, [...path, name])
    done.add(name)
  }
  for (const name of Object.keys(bundle)) visit(name, [])
}

export default defineConfig([
  {
    ...common,
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      common.plugins,
      { name: 'version-first', generateBundle: (_, bundle) => versionFirst(bundle) },
      { name: 'no-circles', generateBundle: (_, bundle) => refuseCircles(bundle) },
    ],
    input: Object.fromEntries(entries.map((each) => [each.replace(/\.ts$/, ''), each])),
    output: {
      ...output,
      chunkFileNames: ({ name }) => `shared/${name.split('~')[0]}.js`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'node-version', test: /node-version\.ts$/ },
          { name: wingOf, debugName: 'wings', entriesAware: true },
        ],
      },
    },
  },
  // Alone, so that a thread loads what it works with and not the engine.
  { ...common, input: { 'core/thread': 'core/thread.ts' }, output: { ...output, chunkFileNames: 'thread/[name].js' } },
  {
    ...common,
    input: { 'adapters/sqlite/thread': 'adapters/sqlite/thread.ts' },
    output: { ...output, chunkFileNames: 'reading/[name].js' },
  },
])
