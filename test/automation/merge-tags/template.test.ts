import { describe, expect, it } from 'vitest'
import { workflowScope } from '../../../core/automation/merge-tags/scope.ts'
import type { Sink } from '../../../core/automation/merge-tags/sinks.ts'
import { parseTemplate } from '../../../core/automation/merge-tags/template.ts'
import { TemplateCache } from '../../../core/automation/merge-tags/template-cache.ts'
import { corpus } from './corpus.ts'
import { values } from './values.ts'

const render = (template: string, given: Readonly<Record<string, unknown>> = values, sink: Sink = 'plain') =>
  parseTemplate(template, workflowScope).template.render(given, sink)

describe.each(corpus)('the corpus: %s', (about, cases) => {
  it.each(cases.map(([template, text, warns = []]) => ({ template, text, warns })))('$template', ({ template, text, warns }) => {
    const { template: parsed, faults } = parseTemplate(template, workflowScope)
    const rendered = parsed.render(values, 'plain')
    expect([rendered.text, rendered.warnings.map(({ tag }) => tag)]).toEqual([text, warns])
    expect(faults.length > 0).toBe(about === 'mistakes')
  })
})

describe('a value', () => {
  // With its text, whether it takes the place of a fallback, and whether a block is shown for it.
  it.each<[value: unknown, text: string, isGiven: boolean, holds: boolean]>([
    [null, '', false, false],
    [undefined, '', false, false],
    ['', '', false, false],
    [' \t\n', '', false, false],
    ['\u00a0', '', false, false],
    [[], '', false, false],
    [['', ' '], '', false, true],
    [0, '0', true, false],
    [-0, '0', true, false],
    [false, 'false', true, false],
    [true, 'true', true, true],
    ['0', '0', true, true],
    ['false', 'false', true, true],
    [' x ', ' x ', true, true],
    [1200.5, '1200.5', true, true],
    [-3, '-3', true, true],
    [1_234_567, '1234567', true, true],
    [1e21, '1000000000000000000000', true, true],
    [1.5e-7, '0.00000015', true, true],
    [0.1, '0.1', true, true],
    [Number.NaN, '', false, true],
    [Infinity, '', false, true],
    [12n, '12', true, true],
    [['a', 'b'], 'a, b', true, true],
    [['a', null, 2, false], 'a, 2, false', true, true],
    [['a', { b: 1 }], 'a', true, true],
    [[['a']], '', false, true],
    [{}, '', false, true],
    [{ toString: () => 'x' }, '', false, true],
    [() => 'x', '', false, true],
    [new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z', true, true],
    [new Date(Number.NaN), '', false, true],
  ])('%o is %j', (value, text, isGiven, holds) => {
    const given = { contact: { city: value } }
    expect(render('{{contact.city}}', given).text).toBe(text)
    expect(render('{{contact.city | fallback}}', given).text).toBe(isGiven ? text : 'fallback')
    expect(render('{{#if contact.city}}yes{{else}}no{{/if}}', given).text).toBe(holds ? 'yes' : 'no')
  })

  it('of a record that is not there is nothing, with a warning unless there is a fallback', () => {
    expect(render('{{deal.name}}', { deal: null })).toEqual({ text: '', warnings: [{ code: 'no_record', tag: 'deal.name' }] })
    expect(render('{{deal.name | none}}{{#if deal.name}}x{{/if}}', { deal: null })).toEqual({ text: 'none', warnings: [] })
  })

  it('is never read as a template, and never of a prototype', () => {
    const tricky = '{{company.name}}{{#if x}}{{/if}}'
    for (const sink of ['plain', 'html', 'header', 'slack'] as const)
      expect(render('{{contact.city}}', { contact: { city: tricky }, company: { name: 'x' } }, sink).text).toBe(tricky)
    const heir: object = Object.create({ city: 'inherited' })
    expect(render('{{contact.city}}', { contact: heir }).text).toBe('')
  })
})

describe('a sink', () => {
  const hostile = 'Tom & "Jerry" <b>\'x\'</b>\r\nBcc: a@b\u2028\0\ud800'
  it.each<[Sink, string]>([
    ['plain', hostile],
    ['html', 'Tom &amp; &quot;Jerry&quot; &lt;b&gt;&#39;x&#39;&lt;/b&gt;\r\nBcc: a@b\u2028\0\ud800'],
    ['header', 'Tom & "Jerry" <b>\'x\'</b> Bcc: a@b \ud800'],
    ['json', JSON.stringify(hostile).slice(1, -1)],
    ['url', encodeURIComponent(hostile.toWellFormed())],
    ['slack', 'Tom &amp; "Jerry" &lt;b&gt;\'x\'&lt;/b&gt;\r\nBcc: a@b\u2028\0\ud800'],
  ])('%s escapes values', (sink, text) => {
    expect(render('{{contact.city}}', { contact: { city: hostile } }, sink).text).toBe(text)
  })

  it.each<[Sink, string]>([
    ['plain', 'a&b\r\nx<y'],
    ['html', 'a&b\r\nx&lt;y'],
    ['header', 'a&b x<y'],
    ['json', 'a&b\r\nx<y'],
    ['url', 'a&b\r\nx%3Cy'],
    ['slack', 'a&b\r\nx&lt;y'],
  ])('%s leaves the text of the author as it is, but for lines of headers, and escapes fallbacks', (sink, text) => {
    expect(render('a&b\r\n{{contact.title | x<y}}', values, sink).text).toBe(text)
  })

  it('json gives what JSON reads, and header one line', () => {
    const body = '{"a": "{{contact.custom.tricky}}", "b": {{contact.lead_score}}, "c": "{{contact.custom.lines}}"}'
    expect(JSON.parse(render(body, values, 'json').text)).toEqual({ a: '{{contact.first_name}}', b: 0, c: 'one\r\ntwo' })
    expect(render('Re: {{contact.custom.lines}}\n', values, 'header').text).toBe('Re: one two ')
  })
})

describe('a template', () => {
  it('knows its tags', () => {
    const { template } = parseTemplate('{{#if Deal.Name}}{{ai.line}}{{/if}}{{contact.custom.Plan | x}}{{ai.line}}', workflowScope)
    expect([...template.tags]).toEqual(['deal.name', 'ai.line', 'contact.custom.plan'])
  })

  it('nests blocks 16 deep', () => {
    const nested = (depth: number) => '{{#if contact.city}}'.repeat(depth) + 'x' + '{{/if}}'.repeat(depth)
    expect(parseTemplate(nested(16), workflowScope).faults).toEqual([])
    expect(parseTemplate(nested(17), workflowScope).faults).toEqual([expect.objectContaining({ code: 'too_deep', offset: 320 })])
    expect(render(nested(17)).text).toBe('x')
  })

  it('cuts a text that grows too long, and limits its warnings', () => {
    const { text, warnings } = render('{{contact.city}}'.repeat(100), { contact: { city: 'x'.repeat(60_000) } })
    expect([text.length, warnings]).toEqual([34 * 60_000, [{ code: 'too_long', tag: 'contact.city' }]])
    const unknown = Array.from({ length: 100 }, (_, index) => `{{contact.x${index}}}`).join('')
    expect(render(unknown).warnings).toHaveLength(20)
  })

  it('is kept in a cache by its text, the least recently used of them dropped first', () => {
    const cache = new TemplateCache(workflowScope, { templates: 2, characters: 40 })
    const first = cache.get('{{contact.city}}')
    cache.get('b')
    expect(cache.get('{{contact.city}}')).toBe(first)
    cache.get('c')
    expect([cache.size, cache.get('{{contact.city}}') === first]).toEqual([2, true])
    const long = cache.get('x'.repeat(100))
    expect([cache.size, cache.get('x'.repeat(100)) === long, cache.get('{{contact.city}}') === first]).toEqual([1, true, false])
  })
})
