import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parts, asvs } from './asvs.ts'
import { sections } from './asvs/sections.ts'

const root = new URL('../../', import.meta.url)
const ids = Object.entries(sections).flatMap(([section, count]) => Array.from({ length: count }, (_, at) => `${section}.${at + 1}`))

describe('OWASP ASVS 5.0, levels 1 and 2', () => {
  it('has 246 requirements, each of which is answered once', () => {
    expect(ids).toHaveLength(246)
    expect(parts.flatMap((part) => Object.keys(part)).toSorted()).toEqual(ids.toSorted())
  })

  it('is shown by tests that exist, run, and have these titles', async () => {
    const named = Object.entries(asvs).flatMap(([id, requirement]) =>
      'tests' in requirement ? requirement.tests.map((test) => ({ id, test })) : [],
    )
    expect(named.length).toBeGreaterThan(150)
    const missing = await Promise.all(named.map(async ({ id, test }) => ((await hasTest(test)) ? [] : [`${id}: ${test}`])))
    expect(missing.flat()).toEqual([])
  })

  it('is left to the operator only where a section says what to do', async () => {
    const places = Object.entries(asvs).flatMap(([id, requirement]) =>
      requirement.status === 'operator' ? [{ id, place: requirement.place }] : [],
    )
    const missing = await Promise.all(places.map(async ({ id, place }) => ((await hasSection(place)) ? [] : [`${id}: ${place}`])))
    expect(missing.flat()).toEqual([])
  })

  it('does not apply only for a reason', () => {
    const reasons = Object.values(asvs).flatMap((each) => (each.status === 'not applicable' ? [each.reason] : []))
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('finds a test that was renamed or is skipped, and a section that is gone', async () => {
    const here = 'test/quality/asvs.test.ts'
    expect(await hasTest(`${here} > does not apply only for a reason`)).toBe(true)
    expect(await hasTest(`${here} > does not apply only for a raisin`)).toBe(false)
    expect(await hasTest('test/quality/none.test.ts > does not apply only for a reason')).toBe(false)
    expect(hasTitle("it.skip('is shown', () => {})", 'is shown')).toBe(false)
    expect(hasTitle("it.each([1, 2])(\n  'is shown by %s', () => {})", 'is shown by %s')).toBe(true)
    expect(await hasSection('SECURITY.md#report-a-vulnerability')).toBe(true)
    expect(await hasSection('SECURITY.md#nothing-of-the-kind')).toBe(false)
  })
})

async function hasTest(named: string): Promise<boolean> {
  const at = named.indexOf(' > ')
  const text = await textOf(named.slice(0, at))
  return named.slice(0, at).endsWith('.test.ts') && hasTitle(text, named.slice(at + 3))
}

// The title is the first argument of a call that is not skipped.
function hasTitle(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    text
      .split(`${quote}${title}${quote},`)
      .slice(0, -1)
      .some((before) => /\(\s*$/.test(before) && !/(\.(skip|todo)|\bdescribe\w*)\(\s*$/.test(before)),
  )
}

async function hasSection(place: string): Promise<boolean> {
  const [file = '', section] = place.split('#')
  const headings = [...(await textOf(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.some((each) => slugOf(each) === section)
}

/** The name of a heading in links, as Markdown hosts make it. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

const textOf = (file: string) => readFile(new URL(file, root), 'utf8').catch(() => '')
