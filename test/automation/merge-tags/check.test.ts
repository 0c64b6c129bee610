import { describe, expect, it } from 'vitest'
import { fieldErrors } from '../../../core/automation/merge-tags/faults.ts'
import { mergeTags, workflowTags } from '../../../core/automation/merge-tags/merge-tags.ts'
import { messageScope, workflowScope } from '../../../core/automation/merge-tags/scope.ts'
import { checkTemplate } from '../../../core/automation/merge-tags/template.ts'

describe('before a text is stored', () => {
  it('every tag of the catalog is accepted where it is available', () => {
    const text = Object.values(mergeTags)
      .flat()
      .map((tag) => `{{${tag.replace('<property>', 'plan')}}}`)
      .join('{{#if today}} {{else}}{{/if}}')
    expect(checkTemplate(text, messageScope)).toEqual([])
    expect(checkTemplate(text + workflowTags.map((tag) => `{{${tag}}}`).join(''), workflowScope)).toEqual([])
    expect(checkTemplate('{{deal.close_date}}{{deal.custom.region}}{{event.record.name}}', workflowScope)).toEqual([])
  })

  it.each<[text: string, code: string, suggestion?: string]>([
    ['{{contact.frist_name}}', 'unknown_tag', 'contact.first_name'],
    ['{{contact.phone}}', 'unknown_tag', 'contact.name'],
    ['{{contact.some_very_different_thing}}', 'unknown_tag'],
    ['{{contact}}', 'unknown_tag'],
    ['{{company.nam}}', 'unknown_tag', 'company.name'],
    ['{{company.custom.x}}', 'unknown_tag'],
    ['{{owner.mail}}', 'unknown_tag', 'owner.email'],
    ['{{today.year}}', 'unknown_tag'],
    ['{{ai}}', 'unknown_tag'],
    ['{{deal.stag}}', 'unknown_tag', 'deal.stage'],
    ['{{deal}}', 'unknown_tag'],
    ['{{event}}', 'unknown_tag'],
    ['{{first_name}}', 'unknown_root', 'contact.first_name'],
    ['{{contcat.first_name}}', 'unknown_root', 'contact.first_name'],
    ['{{todya}}', 'unknown_root', 'today'],
    ['{{user.name}}', 'unknown_root', 'owner.name'],
    ['{{nothing_like_it.at.all}}', 'unknown_root'],
    ['{{task.title}}', 'unknown_root'],
    ['{{#if contact.frist_name}}{{/if}}', 'unknown_tag', 'contact.first_name'],
    ['{{contact.constructor}}', 'malformed_tag'],
    ['{{__proto__}}', 'malformed_tag'],
    ['{{contact.first name}}', 'malformed_tag'],
    ['{{contact.title | {x}}', 'malformed_tag'],
    ['{{}}', 'empty_tag'],
    ['{{| x}}', 'empty_tag'],
    ['{{#if}}{{/if}}', 'empty_tag'],
    ['{{#each contact}}', 'unknown_block'],
    ['{{/each}}', 'unknown_block'],
    ['{{#if today}}', 'unbalanced_block'],
    ['{{/if}}', 'unbalanced_block'],
    ['{{else}}', 'unbalanced_block'],
    ['{{#if today}}{{else}}{{else}}{{/if}}', 'unbalanced_block'],
    ['{{contact.name', 'unclosed_tag'],
    [`{{contact.title | ${'x'.repeat(500)}}}`, 'tag_too_long'],
    ['{{today}}'.repeat(1001), 'too_many_tags'],
    ['x'.repeat(1_048_577), 'too_long'],
  ])('a mistake is told: %.60s (%s)', (text, code, suggestion) => {
    const [fault, ...others] = checkTemplate(text, workflowScope)
    expect([fault?.code, fault?.suggestion, others]).toEqual([code, suggestion ?? null, []])
    if (suggestion) expect(fault?.message).toContain(`Did you mean {{${suggestion}}}?`)
  })

  it('fields of deals and events are refused outside of workflows', () => {
    for (const tag of ['deal.name', 'deal.anything', 'event.type'])
      expect(checkTemplate(`{{${tag}}}`, messageScope)).toEqual([
        expect.objectContaining({ code: 'not_available', message: `{{${tag}}} is available in workflows only` }),
      ])
  })

  it('custom properties are checked where those of contacts are given', () => {
    const properties = new Set(['contract end', 'plan'])
    expect(checkTemplate('{{contact.custom.Contract End}}{{contact.custom.PLAN}}', messageScope, properties)).toEqual([])
    expect(checkTemplate('{{contact.custom.plam}}', messageScope, properties)).toEqual([
      expect.objectContaining({ code: 'unknown_property', suggestion: 'contact.custom.plan' }),
    ])
    expect(checkTemplate('{{contact.custom.plam}}', messageScope)).toEqual([])
  })

  it('every mistake has its place', () => {
    const text = 'Hi {{first_name}},\n\n  {{contact.name}} {{contact.nam}}\r\n{{#if today}}'
    const faults = checkTemplate(text, workflowScope)
    expect(faults.map(({ line, column, offset }) => [line, column, text.slice(offset, offset + 6)])).toEqual([
      [1, 4, '{{firs'],
      [3, 20, '{{cont'],
      [4, 1, '{{#if '],
    ])
    expect(fieldErrors('/steps/0/config/text', faults.slice(1, 2))).toEqual([
      {
        path: '/steps/0/config/text',
        code: 'unknown_tag',
        message: 'Unknown tag {{contact.nam}}. Did you mean {{contact.name}}? (line 3, column 20)',
      },
    ])
  })

  it('no more than fifty mistakes are told', () => {
    expect(checkTemplate('{{x}}'.repeat(900), workflowScope)).toHaveLength(50)
  })
})
