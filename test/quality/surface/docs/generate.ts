import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

// Writes what `/docs` is made of into modules, so that it is there in whatever bundle an app makes of the package: the guides, which are Markdown
// files of the repository, the script of the pages, and the names of the built-in operations in the client.

/** The files, by name. */
export type Files = Readonly<Record<string, string>>

/** The operations under the names that they have in process. */
export type Named = Readonly<Record<string, Readonly<Record<string, { readonly id: string }>>>>

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = `${root}adapters/http/docs/generated/`
const HEAD = '// Written by `npm run surface -- accept`.\n'
const names = ['guides.ts', 'names.ts', 'script.ts']

/** The guides in the order in which they are best read. */
export const guideFiles: Readonly<Record<string, string>> = {
  embed: 'adapters/http/docs/guides/embed.md',
  frameworks: 'adapters/mount/README.md',
  client: 'adapters/client/README.md',
  ingest: 'adapters/http/docs/guides/ingest.md',
  webhooks: 'adapters/http/docs/guides/webhooks.md',
  workflows: 'adapters/http/docs/guides/workflows.md',
  agents: 'adapters/http/docs/guides/agents.md',
  plugins: 'adapters/http/docs/guides/plugins.md',
  'write-plugins': 'plugins/README.md',
  operate: 'adapters/http/docs/guides/operate.md',
  host: 'host/README.md',
  upgrading: 'host/UPGRADING.md',
  security: 'SECURITY.md',
}

/** The files as they should be. */
export async function docsOf(operations: Named): Promise<Files> {
  const guides = await Promise.all(
    Object.entries(guideFiles).map(async ([name, file]) => {
      const text = await readFile(root + file, 'utf8')
      return { name, file, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
    }),
  )
  const groups = Object.entries(operations).map(([group, methods]) =>
    Object.entries(methods)
      .map(([name, { id }]) => `${id}: '${group}.${name}'`)
      .join(', '),
  )
  return {
    'guides.ts': `${HEAD}/** The guides, and the files of the repository in which they stand. */
export const guides: readonly { readonly name: string; readonly file: string; readonly title: string; readonly text: string }[] = [
${guides.map((each) => `  ${JSON.stringify(each)},`).join('\n')}
]
`,
    'names.ts': `${HEAD}/** The names in the client of the built-in operations, by their ids. */
export const builtInNames: Readonly<Record<string, string>> = {
${groups.map((each) => `  ${each},`).join('\n')}
}
`,
    'script.ts': `${HEAD}/** The script of the pages: \`browser/main.ts\` with what it imports. */
export const script: string = ${JSON.stringify(await bundle())}
`,
  }
}

/** The files as they are. */
export async function writtenDocs(): Promise<Files> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(folder + name, 'utf8').catch(() => '')])))
}

/** Makes the files what they should be. */
export async function writeDocs(files: Files): Promise<void> {
  await Promise.all(names.map((name) => writeFile(folder + name, files[name] ?? '')))
}

async function bundle(): Promise<string> {
  const build = await rolldown({ input: `${root}adapters/http/docs/browser/main.ts`, platform: 'browser' })
  const { output } = await build.generate({ format: 'iife', minify: true })
  await build.close()
  const [{ code }] = output
  if (/<\/script|<!--/i.test(code)) throw new Error('The script would end the element in which it stands')
  return code
}
