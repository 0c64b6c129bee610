import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { builtin } from '../../core/builtin.ts'
import { bytesOf } from '../../core/integration/imports/files/content.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'
import { regularExpressionsOf, slowText } from './asvs/regular-expressions.ts'

/** Expressions that take quadratic time for long texts, and why they get none. */
const bounded: Readonly<Record<string, string>> = {
  'adapters/http/index.ts /\\/+$/': 'The address is that of the app.',
  'adapters/mount/index.ts /\\/+$/': 'Path and address are those of the app.',
  'adapters/http/query.ts /\\[([^\\]]*)\\]/g': 'An expression before it makes sure that every bracket is closed.',
  'adapters/mcp/failure.ts /(\\/\\d+)+$/': 'The path of a fault is no deeper than a body may be.',
  'core/integration/imports/files/xlsx/formats.ts /\\[[^\\]]*\\]/g': 'A format is cut at 500 characters.',
  'core/integration/ingest/languages/headers.ts /(?<!\\.)(\\p{L}{3,})\\.(?!\\p{L})/gu': 'A title is cut at 200 characters.',
  'core/integration/ingest/read/split-title.ts /\\s*\\/\\s*/': 'Longer titles than 200 characters are not split.',
  'core/integration/ingest/values/number.ts /\\d*$/': 'A text of more than 60 characters is no number.',
  "core/integration/ingest/values/number.ts /^([-+–]?)\\s*(\\p{L}{0,3}\\p{Sc}|\\p{L}[\\p{L}.]{0,4})?\\s*([-+–]?[\\d.,\\s\\u00A0\\u202F'’`]{1,40}[-–]?)\\s*(\\p{L}{0,3}\\p{Sc}|\\p{L}[\\p{L}.]{0,4})?$/u":
    'A text of more than 60 characters is no number.',
  'core/kernel/operation/settings.ts /\\/+$/': 'The address is that of the operator.',
  'core/outreach/reading/reports/server-forms.ts /^\\s*(?:[245]\\d\\d[ -])?[\\s<>"\'*\\-•(:]*$/':
    'It reads the 40 characters before an address.',
  'plugins/erp-order/order.ts /\\.?0+$/': 'The text is a number with ten decimals.',
  'adapters/sign-in/addresses.ts /\\/+$/': 'The address is that of the operator.',
  'host/address.ts /\\/+$/': 'The address is that of the operator.',
  'host/doctor.ts /\\/+$/': 'The address is that of the operator.',
  'host/mounts.ts /\\/+$/': 'The address is that of the operator.',
  'host/token-verifiers.ts /\\/+$/': 'The address is that of the operator.',
}

describe('regular expressions', () => {
  it('need no more than linear time, or get short texts only', { timeout: 120_000 }, () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const files = globSync('{core,adapters,plugins,host}/**/*.{ts,mjs}', { cwd: root })
    const all = files.flatMap((file) => regularExpressionsOf(root, file))
    expect(all.length).toBeGreaterThan(300)
    const slow = all.flatMap((each) => {
      const known = Object.hasOwn(bounded, `${each.file} /${each.source}/${each.flags}`)
      return known || slowText(each) === undefined ? [] : [`${each.file} /${each.source}/${each.flags}`]
    })
    expect(slow).toEqual([])
    const names = new Set(all.map(({ file, source, flags }) => `${file} /${source}/${flags}`))
    expect(Object.keys(bounded).filter((each) => !names.has(each))).toEqual([])
  })

  it('of schemas need no more than linear time', () => {
    const patterns = new Set<string>()
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [name, value] of Object.entries(schema)) {
        if (name === 'pattern' && typeof value === 'string') patterns.add(value)
        else walk(value)
      }
    }
    for (const { input } of composeFeatures(builtin).registry.list) walk(input)
    expect(patterns.size).toBeGreaterThan(3)
    expect([...patterns].filter((source) => slowText({ source, flags: 'u' }))).toEqual([])
  })

  it.each(['(a+)+$', '(a|aa)+$', '^(\\w+\\s?)*$', '\\s+$', '^.*a.*b$', 'x*y'])('are found when they are slow: %s', (source) => {
    expect(slowText({ source, flags: '' })).toBeDefined()
  })

  it('take a file that is no base64 for what it is at once', () => {
    expect(() => bytesOf(undefined, `${' '.repeat(1_000_000)}!`)).toThrow('not encoded in base64')
    expect(bytesOf(undefined, ' YQ=\n= \n'.replace('=\n=', '==') + ' '.repeat(1_000_000))).toEqual(Buffer.from('a'))
  })
})
