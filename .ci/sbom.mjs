// Writes the bill of materials of a release to `sbom.json`, or to the file that is named: every production dependency of the lock file.
// npm lists all packages and marks those of development; its own `--omit dev` would leave out what both need.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DEVELOPMENT = 'cdx:npm:package:development'
const cwd = fileURLToPath(new URL('..', import.meta.url))
const listed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd, maxBuffer: 2 ** 26 })
const { metadata, components, dependencies, ...others } = JSON.parse(listed)

const kept = components.filter(({ properties = [] }) => !properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true'))
const refs = new Set([metadata.component, ...kept].map((each) => each['bom-ref']))
const edges = dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
const { name } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const document = { ...others, metadata: { ...metadata, component: { ...metadata.component, name } }, components: kept, dependencies: edges }
writeFileSync(process.argv[2] ?? fileURLToPath(new URL('../sbom.json', import.meta.url)), `${JSON.stringify(document, null, 2)}\n`)
