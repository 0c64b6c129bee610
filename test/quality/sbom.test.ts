import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }

interface Document {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly hashes?: readonly { readonly alg: string }[]
  }[]
}

describe('the bill of materials', () => {
  let folder = ''
  let document: Document
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-sbom-'))
    const file = join(folder, 'sbom.json')
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../.ci/sbom.mjs', import.meta.url)), file])
    document = JSON.parse(await readFile(file, 'utf8')) as Document
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('lists every production dependency of the lock file with its version, and no other', () => {
    expect(document).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: manifest.name, version: manifest.version } } })
    const locked = Object.entries(lock.packages).flatMap(([path, each]) =>
      path === '' || 'dev' in each ? [] : [`${path.replace(/^.*node_modules\//, '')}@${each.version}`],
    )
    expect(new Set(document.components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(locked))
    expect(document.components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
  })

  it('has a hash of each, and is made for every package', () => {
    const without = document.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512'))
    expect(without.map(({ name }) => name)).toEqual([])
    expect(manifest.scripts).toMatchObject({ sbom: 'node .ci/sbom.mjs', prepack: 'npm run sbom' })
  })
})
