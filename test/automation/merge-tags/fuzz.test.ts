import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageScope, workflowScope } from '../../../core/automation/merge-tags/scope.ts'
import type { Sink } from '../../../core/automation/merge-tags/sinks.ts'
import { parseTemplate } from '../../../core/automation/merge-tags/template.ts'
import { values } from './values.ts'

// RAPPORT_LONG=1 tries a million inputs.
const numRuns = process.env['RAPPORT_LONG'] === undefined ? 3000 : 1_000_000
const sinks: readonly Sink[] = ['plain', 'html', 'header', 'json', 'url', 'slack']

const words = [
  '{{',
  '}}',
  '{',
  '}',
  '|',
  '"',
  ' ',
  '\n',
  '\r\n',
  '.',
  '#if',
  '#if ',
  'else',
  '/if',
  '{{#if today}}',
  '{{else}}',
  '{{/if}}',
  '{{contact.city}}',
  '{{contact.title | x}}',
  'contact',
  'contact.city',
  'contact.custom.',
  'deal.name',
  'event.',
  'today',
  'constructor',
  '__proto__',
  'toString',
  'ä',
  '👋',
  '\ud800',
  '<',
  '&',
  '\0',
]
const template = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, fc.string({ unit: 'binary', maxLength: 5 })), {
  maxLength: 30,
})

// Without braces in values and properties, so that a brace in a text is one of the author.
const plain = { ...values, contact: { city: 'Graz', title: null, custom: {} } }

describe('any text', () => {
  it('is read and rendered in every sink without an error, and leaves no tag behind', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(template, fc.constantFrom(messageScope, workflowScope), fc.constantFrom(...sinks), (pieces, scope, sink) => {
        const text = pieces.join('')
        const { template: parsed, faults } = parseTemplate(text, scope)
        const rendered = parsed.render(plain, sink)
        expect(rendered.text).not.toMatch(/\{\{[^]*?\}\}/)
        expect(rendered.text).not.toContain('[native code]')
        if (sink === 'header') expect(rendered.text).not.toMatch(/[\r\n\0]/)
        for (const { offset, line, column } of faults) {
          const before = text.slice(0, offset).split('\n')
          expect([line, column]).toEqual([before.length, (before.at(-1)?.length ?? 0) + 1])
        }
      }),
      { numRuns },
    )
  })

  it('is filled with any value, which stands there as it is', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...words), (random, word) => {
        const city = `x${word}${random}${word}`
        const given = { contact: { city } }
        const render = (sink: Sink) => parseTemplate('<{{contact.city}}>', messageScope).template.render(given, sink).text
        expect(render('plain')).toBe(`<${city}>`)
        expect(JSON.parse(`"${render('json')}"`)).toBe(`<${city}>`)
        expect(decodeURIComponent(render('url'))).toBe(`<${city.toWellFormed()}>`)
        expect(render('html').slice(1, -1)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
        expect(render('slack').slice(1, -1)).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/)
      }),
      { numRuns: Math.min(numRuns, 100_000) },
    )
  })
})

describe('a megabyte', () => {
  const fill = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
  const pieces = [
    '{',
    '{{',
    '}}',
    '{{}}',
    '{{ ',
    '{{a',
    '{{a|',
    '{{#if a}}',
    '{{/if}}',
    '\n',
    '{{\n',
    ' ',
    '{{ }',
    '&',
    '"{{contact.',
    '{{x}}\n',
  ]

  // Time is not measured in microseconds: what grows with the square of a megabyte takes minutes.
  it.each(pieces)('of %j is read and rendered in time that grows with its length', { timeout: 10_000 }, (piece) => {
    const text = fill(piece, 1_048_576)
    const { template: parsed } = parseTemplate(text, workflowScope)
    for (const sink of sinks) parsed.render(values, sink)
    const one = parseTemplate('{{contact.city}}{{contact.city | x}}', workflowScope).template
    for (const sink of sinks) expect(one.render({ contact: { city: text } }, sink).text.length).toBeGreaterThanOrEqual(0)
  })
})
