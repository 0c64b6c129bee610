import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import manifest from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache')
const KEPT_MS = 3_600_000
const sources = ['core', 'adapters', 'plugins', 'host', 'test/bench', 'test/quality', 'test/support', 'package-lock.json']

/** Bundles the script with everything that it imports; a process starts in a third of the time. The bundle is renewed if a source has changed. */
export async function bundled(script: string): Promise<string> {
  const name = basename(script, '.ts')
  const made = join(cache, `bundle-${name}-${fingerprint(script)}`)
  if (!existsSync(made)) await bundle(script, made)
  return join(made, `${name}.js`)
}

async function bundle(script: string, target: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const dir = await mkdtemp(`${target}-`)
  const build = await rolldown({
    input: script,
    platform: 'node',
    resolve: { conditionNames: ['source', 'node'] },
    // Native modules, and optional dependencies of MikroORM and pg.
    external: ['better-sqlite3', '@node-rs/argon2', 'libsql', 'pg-native'],
    onLog: () => {},
  })
  // The names of classes identify entities.
  await build.write({ dir, format: 'esm', keepNames: true })
  await build.close()
  // The bundle reads its version from this manifest, and without a type each start would parse everything twice.
  const { name, version, type } = manifest
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name, version, type, exports: { './package.json': './package.json' } }))
  // Two processes may bundle at once; the second one drops its bundle.
  await rename(dir, target).catch(() => rm(dir, { recursive: true, force: true }))
  await forgetOld(basename(target).replace(/[^-]+$/, ''))
}

// Removes bundles of earlier sources, except for recent ones, which other runs may use.
async function forgetOld(prefix: string): Promise<void> {
  const old = readdirSync(cache)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).mtimeMs < Date.now() - KEPT_MS)
  for (const path of old) await rm(path, { recursive: true, force: true })
}

function fingerprint(script: string): string {
  const hash = createHash('sha256').update(script)
  for (const source of sources) {
    const path = join(root, source)
    const files = statSync(path).isFile()
      ? ['']
      : readdirSync(path, { recursive: true })
          .map(String)
          .filter((file) => file.endsWith('.ts'))
    for (const file of files.toSorted()) hash.update(`${source}/${file} ${statSync(join(path, file)).mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
