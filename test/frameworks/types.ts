import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command, npmInstall, type Package } from './install.ts'

// The compilers of apps that have not been upgraded, whose limits are others than those of the project's own (budget.test.ts).
const versions = ['5.9.3', '6.0.3']
const resolutions = { nodenext: 'nodenext', bundler: 'esnext' }
const app = fileURLToPath(new URL('../budget/app.ts', import.meta.url))

/** Compiles an app against the installed package with each compiler, which checks the declarations of packages, too. Answers what it says. */
export async function judgeTypes({ base }: Package): Promise<string[]> {
  const started = performance.now()
  const folder = join(base, '..', 'types')
  const faults: string[] = []
  await command('Linking the package', base, 'cp', '-al', base, folder)
  await cp(app, join(folder, 'app.ts'))
  const compilers = versions.map((version) => `typescript-${version}@npm:typescript@${version}`)
  await command('Installing compilers', folder, ...npmInstall, '@types/node@24', ...compilers)
  await mkdir(join(folder, 'projects'))
  for (const version of versions)
    for (const [moduleResolution, module] of Object.entries(resolutions)) {
      const project = join(folder, 'projects', `${version}-${moduleResolution}.json`)
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: ['node'],
      }
      await writeFile(project, JSON.stringify({ compilerOptions, files: ['../app.ts'] }))
      const tsc = join(folder, 'node_modules', `typescript-${version}`, 'bin', 'tsc')
      await command(`TypeScript ${version}, ${moduleResolution}`, folder, process.execPath, tsc, '-p', project).catch((error: Error) =>
        faults.push(`types: ${error.message}`),
      )
    }
  console.log(`types: ${faults.length === 0 ? 'as expected' : 'faults'} (${((performance.now() - started) / 1000).toFixed(1)} s in all)`)
  return faults
}
