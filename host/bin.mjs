#!/usr/bin/env node
// Plain JavaScript without imports, so that it runs on a Node that is too old for the rest, and says so.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`rapport needs Node.js 22.18 or newer, and this is ${process.version} (${process.execPath})`)
  process.exitCode = 1
} else {
  await start()
}

// The build starts faster than the sources; a checkout uses it unless a source is newer. An installed package always uses it: Node loads no
// TypeScript from node_modules, and the times of unpacked files mean nothing.
async function start() {
  const { existsSync } = await import('node:fs')
  const [source, built] = [new URL('./cli.ts', import.meta.url), new URL('../dist/host/cli.js', import.meta.url)]
  const isInstalled = built.pathname.includes('/node_modules/')
  if (isInstalled || !existsSync(source) || (existsSync(built) && !(await isOutdated(built)))) return await import(built.href)
  await resolveToSource(new URL('../package.json', import.meta.url))
  await import(source.href)
}

async function isOutdated(built) {
  const { readdirSync, statSync } = await import('node:fs')
  const { mtimeMs } = statSync(built)
  const files = ['core', 'adapters', 'plugins', 'host'].flatMap((folder) => {
    const root = new URL(`../${folder}/`, import.meta.url)
    return readdirSync(root, { recursive: true }).map((file) => new URL(file.replaceAll('\\', '/'), root))
  })
  return files.some((file) => file.pathname.endsWith('.ts') && statSync(file).mtimeMs > mtimeMs)
}

// Does what `node -C source` does, but for this package only and without a second process.
async function resolveToSource(manifest) {
  const { readFileSync } = await import('node:fs')
  const { registerHooks } = await import('node:module')
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8'))
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context)
      const target = sourceOf(exports, `.${specifier.slice(name.length)}`)
      return next(target === undefined ? specifier : new URL(target, manifest).href, context)
    },
  })
}

function sourceOf(exports, entry) {
  if (exports[entry] !== undefined) return exports[entry].source
  for (const [pattern, { source }] of Object.entries(exports)) {
    const [before, after] = pattern.split('*')
    if (after !== undefined && entry.startsWith(before) && entry.endsWith(after)) {
      return source.replace('*', entry.slice(before.length, entry.length - after.length))
    }
  }
  return undefined
}
