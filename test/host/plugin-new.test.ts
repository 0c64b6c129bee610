import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PluginNames } from '../../host/plugin-names.ts'
import { bin, HostLab } from '../support/host.ts'

describe('rapport plugin new', () => {
  let lab: HostLab
  beforeAll(async () => {
    // The templates lie beside the package, which a bundle does not have.
    lab = await HostLab.open(bin)
  })
  afterAll(() => lab[Symbol.asyncDispose]())
  const made = (...args: string[]) => lab.run(['plugin', 'new', ...args])
  const text = (...path: string[]) => readFile(join(lab.folder, ...path), 'utf8')

  it.each(['vocabulary', 'action', 'record-type'])('writes a package with a %s', async (kind) => {
    const folder = `of-${kind}`
    const { code, out } = await made(kind, '@acme/service-entry', '--folder', folder)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`cd ${folder}`) })
    const files = await readdir(join(lab.folder, folder), { recursive: true })
    expect(files).toEqual(
      expect.arrayContaining(['.gitignore', 'README.md', 'package.json', 'src/index.ts', 'test/plugin.test.ts', 'tsconfig.json']),
    )
    const all = await Promise.all(files.filter((file) => /\.\w+$/.test(file)).map((file) => text(folder, file)))
    expect(all.join('\n')).not.toMatch(/sample[-_ ]?part/i)
    const { name, peerDependencies } = JSON.parse(await text(folder, 'package.json'))
    expect(name).toBe('@acme/service-entry')
    expect(satisfies(manifest.version, peerDependencies['rapport-crm'])).toBe(true)
    expect(await text(folder, 'src', 'index.ts')).toContain("name: 'service-entry'")
  })

  it('takes the name as the folder, and an empty one', async () => {
    await mkdir(join(lab.folder, 'fleet'))
    expect(await made('record-type', 'fleet')).toMatchObject({ code: 0 })
    expect(await text('fleet', 'src', 'migrations.ts')).toContain('"{p}fleets"')
  })

  it('overwrites nothing', async () => {
    await mkdir(join(lab.folder, 'used'))
    await writeFile(join(lab.folder, 'used', 'notes.txt'), 'mine')
    await writeFile(join(lab.folder, 'a-file'), 'mine')
    expect(await made('action', 'used')).toMatchObject({ code: 1, err: expect.stringContaining('is not empty: name another folder') })
    expect(await made('action', 'a-file')).toMatchObject({ code: 1, err: expect.stringContaining('is a file') })
    expect(await readdir(join(lab.folder, 'used'))).toEqual(['notes.txt'])
  })

  it.each([
    [['action'], 'Name the plugin: words in lower case with dashes'],
    [['action', 'Our-Erp'], 'is no name of a plugin'],
    [['action', '../erp'], 'is no name of a plugin'],
    [['action', 'x'.repeat(31)], 'too long'],
    [['action', 'fs'], 'is the name of something else'],
    [['action', 'xero'], 'is taken: The feature xero is there twice'],
    [['record-type', 'contact'], 'is taken: The'],
    [['record-type', 'our-erp', 'another'], 'rapport plugin new vocabulary|action|record-type <name>'],
    [['page', 'our-erp'], 'rapport plugin new vocabulary|action|record-type <name>'],
  ])('refuses %j', async (args, message) => {
    expect(await made(...args)).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  })

  it('spells names as they stand in the templates', () => {
    const names = new PluginNames('@acme/service-entry')
    const spellings = 'sample-part sample_parts samplePart SampleParts SAMPLE_PART_URL Sample parts'
    expect(names.filled(spellings)).toBe('service-entry service_entries serviceEntry ServiceEntries SERVICE_ENTRY_URL Service entries')
    expect(['box', 'day', 'company'].map((each) => new PluginNames(each).filled('SampleParts'))).toEqual(['Boxes', 'Days', 'Companies'])
  })
})
