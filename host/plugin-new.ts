import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Args } from './args.ts'
import { CommandError } from './explain.ts'
import { PluginNames, refusedName } from './plugin-names.ts'

const kinds = ['vocabulary', 'action', 'record-type']
// npm packs no `.gitignore` as it is, and a `package.json` would make a package within the package.
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore', 'manifest.json': 'package.json' }

/** `rapport plugin new`: writes a package with a plugin that passes its own tests into a new folder; overwrites nothing. */
export async function plugin({ positionals, values }: Args): Promise<number> {
  const [verb, kind = '', name = '', ...others] = positionals
  if (verb !== 'new' || !kinds.includes(kind) || others.length > 0)
    throw new CommandError(`Say what to make: rapport plugin new ${kinds.join('|')} <name>`)
  const refusal = refusedName(name)
  if (refusal !== undefined) throw new CommandError(refusal)
  const names = new PluginNames(name)
  const given = values['folder']
  const folder = resolve(typeof given === 'string' ? given : names.plugin)
  await refuseUsed(folder)
  // These are sources, which others may read.
  process.umask(0o022)
  for (const { path, text } of await templateOf(kind)) {
    const made = renamed[path] ?? path
    const file = join(folder, names.filled(made))
    await mkdir(dirname(file), { recursive: true })
    const own = made === 'package.json' ? text.replace('"name": "sample-part"', `"name": "${name}"`) : text
    await writeFile(file, names.filled(own), { flag: 'wx' })
  }
  const shown = relative(process.cwd(), folder) || '.'
  console.log(`${name} is in ${shown}. Next:\n\n  cd ${shown}\n  npm install\n  npm test\n\nIts README says how a host loads it.`)
  return 0
}

async function refuseUsed(folder: string): Promise<void> {
  let files: readonly string[]
  try {
    files = await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    if (code === 'ENOTDIR') throw new CommandError(`${folder} is a file: name another folder with --folder`)
    throw error
  }
  if (files.length > 0) throw new CommandError(`${folder} is not empty: name another folder with --folder`)
}

async function templateOf(kind: string): Promise<readonly { path: string; text: string }[]> {
  const root = fileURLToPath(new URL(`host/plugin-templates/${kind}/`, import.meta.resolve('rapport-crm/package.json')))
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return await Promise.all(files.map(async (file) => ({ path: relative(root, file), text: await readFile(file, 'utf8') })))
}
