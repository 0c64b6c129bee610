import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { measure, recorded, surfacesFile, tokensOf, toolsFile } from './measure.ts'

const measured = await measure()

describe('The list of tools', () => {
  it('is the reviewed one, and costs what is recorded: `npm run tools -- accept` accepts a change', async () => {
    const expected = recorded(measured)
    expect(expected.tools).toBe(await readFile(toolsFile, 'utf8'))
    expect(expected.surfaces).toBe(await readFile(surfacesFile, 'utf8'))
  })

  it('costs 150 tokens a tool on average and 400 at most, and 4,000 on the lean surface', () => {
    const { '': all, '?surface=lean': lean } = measured.surfaces
    expect(all?.average).toBeLessThanOrEqual(150)
    expect(Math.max(...measured.tools.map(tokensOf))).toBeLessThanOrEqual(400)
    expect(lean?.tokens).toBeLessThanOrEqual(4000)
    expect(lean?.tools).toBeGreaterThan(20)
  })

  it('costs no more for a tool on any other surface than in the whole list', () => {
    const whole = new Map(measured.tools.map((each) => [each.name, tokensOf(each)]))
    let compared = 0
    for (const [path, list] of measured.lists)
      for (const each of list) {
        const cost = whole.get(each.name)
        // The tools by which a lean surface reaches all others are on no other one.
        if (cost === undefined) expect([path, each.name]).toEqual(['?surface=lean', expect.stringMatching(/^crm_/)])
        else expect([path, each.name, tokensOf(each) <= cost]).toEqual([path, each.name, true])
        compared += 1
      }
    expect(compared).toBeGreaterThan(2 * measured.tools.length)
  })
})
