import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

// The Node of this script comes first; npm is beside neither or both.
const { npm_config_user_agent: _, ...inherited } = process.env
export const environment: NodeJS.ProcessEnv = {
  ...inherited,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  NODE_OPTIONS: '',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
}

/** What the calls need to know of the database with which each app begins. */
export interface Seed {
  readonly key: string
  /** Path of the page of a form. */
  readonly form: string
}

export interface Package {
  /** Folder with the packed package installed, and the database. */
  readonly base: string
  readonly seed: Seed
}

/** Runs a command, and throws with what it printed if it fails. */
export async function command(what: string, cwd: string, ...[file = '', ...args]: string[]): Promise<string> {
  try {
    const { stdout } = await run(file, args, { cwd, env: environment, maxBuffer: 100_000_000, timeout: 240_000 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${what} failed:\n${stdout.slice(-4000)}${stderr.slice(-4000)}`, { cause: error })
  }
}

export const npmInstall = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']

/** Packs the project and installs it into an empty folder, which is returned, without its optional packages. */
export async function packed(folder: string): Promise<string> {
  const base = join(folder, 'base')
  await mkdir(base)
  await command('npm pack', root, 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder)
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const manifest = { private: true, type: 'module', dependencies: { 'rapport-crm': `file:../${tarball}` } }
  await writeFile(join(base, 'package.json'), JSON.stringify(manifest))
  await command('Installing the package', base, ...npmInstall)
  return base
}

/** Adds the optional packages of MCP, and the database that the apps begin with: each begins with a copy. */
export async function completed(base: string): Promise<Package> {
  const { devDependencies } = await manifestOf(root)
  const mcp = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'].map((name) => `${name}@${devDependencies?.[name]}`)
  await command('Installing the packages of MCP', base, ...npmInstall, '--save-exact', ...mcp)
  await cp(join(here, 'seed.ts'), join(base, 'seed.ts'))
  return { base, seed: JSON.parse(await command('seed.ts', base, process.execPath, 'seed.ts')) as Seed }
}

/** Installs one framework beside the package, and builds its app if it has a script for that. */
export async function installed(name: string, { base }: Package): Promise<string> {
  const folder = join(base, '..', name)
  const [own, common] = await Promise.all([manifestOf(join(here, name)), manifestOf(base)])
  await cp(join(here, name), folder, { recursive: true })
  for (const file of ['package-lock.json', 'crm.sqlite']) await cp(join(base, file), join(folder, file))
  // Links instead of copies: packages are replaced, never written to.
  await command('cp', base, 'cp', '-al', 'node_modules', join(folder, 'node_modules'))
  const dependencies = { ...common.dependencies, ...own.dependencies }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, dependencies }))
  await command(`Installing ${name}`, folder, ...npmInstall)
  if (own.scripts['build']) await command(`Building ${name}`, folder, 'npm', 'run', '--silent', 'build')
  return folder
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}
