import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Engine, type Feature } from 'rapport-crm'
import { ConfigError } from './config.ts'
import { plugins as bundled } from './plugins.ts'

/** A plugin, and what the operator calls it. */
interface Loaded {
  readonly from: string
  readonly value: unknown
}

const CONFIGS = ['rapport.config.ts', 'rapport.config.mjs']

/**
 * The bundled plugins, those of `rapport.config.ts` or `.mjs` in the folder, and those that RAPPORT_PLUGINS names. Throws `ConfigError` with a
 * line for each that does not load.
 */
export async function loadPlugins(named: readonly string[], folder: string = process.cwd()): Promise<readonly Feature[]> {
  const configs = CONFIGS.filter((each) => existsSync(join(folder, each)))
  if (configs.length === 0 && named.length === 0) return bundled
  if (configs.length > 1) throw new ConfigError([`${configs.join(' and ')}: keep one of them`])
  resolveFrom(folder)
  const problems: string[] = []
  const attempt = async (from: string, load: () => Promise<readonly Loaded[]>) => {
    try {
      return await load()
    } catch (error) {
      problems.push(`${from}: ${reasonOf(error)}`)
      return []
    }
  }
  const loaded: Loaded[] = []
  for (const each of configs) loaded.push(...(await attempt(each, () => fromConfig(each, folder))))
  for (const each of named) loaded.push(...(await attempt(each, () => fromModule(each, folder))))
  // What they are is looked at here.
  const plugins = [...bundled, ...loaded.map(({ value }) => value as Feature)]
  for (const { at, message } of Engine.faultsOf(plugins)) problems.push(`${loaded[at - bundled.length]?.from}: ${message}`)
  if (problems.length > 0) throw new ConfigError(problems, 'Plugins cannot be loaded')
  return plugins
}

async function fromConfig(file: string, folder: string): Promise<readonly Loaded[]> {
  const { default: config } = await imported(file, join(folder, file))
  if (typeof config !== 'object' || config === null) throw new Fault('must have a default export such as { plugins: [ourErp] }')
  const { plugins = [], ...others } = config as { readonly plugins?: unknown }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Fault(`knows \`plugins\` only, and has \`${unknown}\`; other settings are environment variables`)
  if (!Array.isArray(plugins)) throw new Fault('`plugins` must be a list of plugins, paths of modules or names of packages')
  const lists = plugins.map((each: unknown) =>
    typeof each === 'string' ? fromModule(each, folder) : Promise.resolve([{ from: `${file}, ${nameOf(each)}`, value: each }]),
  )
  return (await Promise.all(lists)).flat()
}

async function fromModule(name: string, folder: string): Promise<readonly Loaded[]> {
  const isPath = /^([./\\]|[a-z]:[\\/])/i.test(name) || existsSync(resolve(folder, name))
  const path = resolve(folder, name)
  if (isPath && !existsSync(path)) throw new Fault(`there is no ${path}`)
  if (!isPath) packages.add(name)
  const { default: main, ...others } = await imported(name, isPath ? path : undefined)
  const given: unknown = typeof main === 'function' ? await (main as () => unknown)() : main
  const found = given === undefined ? Object.values(others).filter(looksLikePlugin) : [given].flat()
  if (found.length === 0)
    throw new Fault('exports no plugin: export one as default, a list of them, or a function without arguments that returns them')
  return found.map((value) => ({ from: found.length > 1 ? `${name}, ${nameOf(value)}` : name, value }))
}

/** An error that says all there is to say. */
class Fault extends Error {}

async function imported(name: string, path: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(path === undefined ? name : pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && path === undefined && message.includes(`'${name}'`)
    if (isMissing) throw new Fault('there is no such package here; a path of a module begins with ./ or /', { cause: error })
    throw new Fault(`does not load: ${reasonOf(error)}`, { cause: error })
  }
}

let folderOfPlugins: string | undefined
const packages = new Set<string>()

// Plugins are found from the working folder, and use the engine that loads them: classes of a second copy would be strangers to it. So is the
// package with which plugins declare inputs. The hook stays, because plugins may import more when they run.
function resolveFrom(folder: string): void {
  const isFirst = folderOfPlugins === undefined
  folderOfPlugins = pathToFileURL(join(folder, 'rapport.config.mjs')).href
  if (!isFirst) return
  const here = import.meta.url
  registerHooks({
    resolve(specifier, context, next) {
      if (/^(rapport-crm|@sinclair\/typebox)(\/|$)/.test(specifier)) return next(specifier, { ...context, parentURL: here })
      const isPlugin = context.parentURL === here && packages.has(specifier)
      return next(specifier, isPlugin ? { ...context, parentURL: folderOfPlugins } : context)
    },
  })
}

const looksLikePlugin = (value: unknown): boolean => typeof value === 'object' && value !== null && 'name' in value && 'version' in value

function nameOf(value: unknown): string {
  return looksLikePlugin(value) ? String((value as { readonly name: unknown }).name) : 'an entry that is no plugin'
}

function reasonOf(error: unknown): string {
  // One line for each plugin: causes and places are in the file.
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line
}
