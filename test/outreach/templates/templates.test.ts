import { CrmError, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { EmailTemplateVersion } from '../../../core/outreach/templates/entity.ts'
import { UNSUBSCRIBE_URL } from '../../../core/outreach/templates/unsubscribe-url.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'
import { inUnit } from '../in-unit.ts'

const unit = inUnit({ records: Records })

async function refusal(work: Promise<unknown>): Promise<CrmError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CrmError)) throw new Error('It was not refused')
  return error
}

const html = '<p>Hello {{contact.first_name | there}},</p><p><a href="https://acme.test/?city={{contact.city}}">Visit us</a></p>'

const tooDeep = { path: '/html', code: 'too_deep', message: 'The HTML has more than 500 elements inside one another' }

describeStorages('templates of e-mails', (open) => {
  it('have a text made of their HTML, until one is written', async () => {
    const { api } = await open()
    const made = await api.emailTemplates.create({ name: 'Welcome', subject: 'Hi {{contact.first_name | there}}', html })
    expect(made).toMatchObject({
      kind: 'marketing',
      text: 'Hello {{contact.first_name | there}},\n\nVisit us <https://acme.test/?city={{contact.city}}>',
      merge_tags: ['contact.city', 'contact.first_name'],
      used_by: [],
      version: 1,
    })
    const shorter = await api.emailTemplates.update({ id: made.id, html: '<p>Bye</p>' })
    expect(shorter).toMatchObject({ text: 'Bye', merge_tags: ['contact.first_name'], version: 2 })
    await api.emailTemplates.update({ id: made.id, text: 'My own words' })
    expect(await api.emailTemplates.update({ id: made.id, html: '<p>Again</p>' })).toMatchObject({ text: 'My own words' })
    const { email_templates } = await api.emailTemplates.list({ name: 'welcome' })
    expect(email_templates).toMatchObject([{ id: made.id }])
    expect(email_templates[0]).not.toHaveProperty('html')
  })

  it('keep what they said in each version', async () => {
    const { api, engine } = await open(unit.options)
    const { id } = await api.emailTemplates.create({ name: 'Welcome', subject: 'One', text: 'First' })
    await api.emailTemplates.update({ id, folder: 'Sales' })
    const { version } = await api.emailTemplates.update({ id, subject: 'Two' })
    const rows = await versionsOf({ engine }, id)
    expect(rows).toEqual([
      { version: 1, subject: 'One', text: 'First', html: null },
      { version, subject: 'Two', text: 'First', html: null },
    ])
  })

  it('refuse tags that nobody knows, with the nearest one, and values where none can be made harmless', async () => {
    const { api } = await open()
    const unknown = await refusal(api.emailTemplates.create({ name: 'T', subject: 'Hi {{contact.firstname}}' }))
    expect(unknown.details.errors).toMatchObject([{ path: '/subject', code: 'unknown_tag' }])
    expect(unknown.message).toContain('{{contact.first_name}}')
    for (const bad of [
      '<a href={{contact.city}}>x</a>',
      '<p {{contact.city}}>x</p>',
      '<script>let a = "{{contact.city}}"</script>',
      '<style>p { color: {{contact.city}} }</style>',
      'less <{{contact.city}}>',
      '</{{#if contact.city}}{{contact.city}}{{/if}}>',
    ]) {
      const { details } = await refusal(api.emailTemplates.create({ name: 'T', html: bad }))
      expect(details.errors).toMatchObject([{ path: '/html', code: 'tag_not_allowed_here' }])
    }
  })

  it('refuse elements without end inside one another, as parsers count them, and take many side by side', async () => {
    const { api } = await open()
    const deep = ['<div>'.repeat(501), '<b></i>'.repeat(501), '<svg><desc>'.repeat(251), '<td><p>'.repeat(251), '<a/>'.repeat(40_000)]
    for (const given of deep) {
      expect((await refusal(api.emailTemplates.create({ name: 'Deep', html: given }))).details.errors).toContainEqual(tooDeep)
      expect((await refusal(api.emailTemplates.render({ html: given, sample: {} }))).details.errors).toContainEqual(tooDeep)
    }
    const flat = `${'<p>a<br>'.repeat(600)}<table>${'<tr><td>a<td>b'.repeat(600)}</table><svg>${'<path/>'.repeat(600)}</svg>${'<p>a</p>'.repeat(600)}`
    expect(await api.emailTemplates.create({ name: 'Flat', html: flat })).toMatchObject({ html: flat })
  })

  it('write styles into elements once, leaving every tag as it was written', async () => {
    const { api, engine } = await open(unit.options)
    const styled = '<style>p { color: red }</style><p>Hello {{contact.first_name | "there & you"}}</p>'
    const { id, html: kept } = await api.emailTemplates.create({ name: 'T', html: styled, inline_css: true })
    expect(kept).toBe(styled)
    const [version] = await versionsOf({ engine }, id)
    expect(version?.html).toBe('<p style="color: red;">Hello {{contact.first_name | "there & you"}}</p>')
  })

  it('tell what sends them, and are not deleted while something does, unless that is forced', async () => {
    const { api, engine } = await open()
    const { id } = await api.emailTemplates.create({ name: 'Welcome', text: 'Hi', external_ids: [{ provider: 'custom:x', id: '1' }] })
    const step = { type: 'send_email', config: { template_id: id } }
    const workflow = await api.workflows.create({ name: 'Greeter', trigger: { type: 'contact.created' }, steps: [step] })
    expect((await api.emailTemplates.get({ id })).used_by).toEqual([{ type: 'workflow', id: workflow.id, name: 'Greeter' }])
    // Who sees only some records changes nothing that goes to contacts of all owners.
    const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
    const changes = [
      () => bob.emailTemplates.update({ id, text: 'Buy' }),
      () => bob.emailTemplates.delete({ id, force: true }),
      () => bob.emailTemplates.create({ name: 'Welcome', text: 'Buy', external_ids: [{ provider: 'custom:x', id: '1' }] }),
    ]
    for (const change of changes) expect((await refusal(change())).code).toBe('forbidden')
    const own = await bob.emailTemplates.create({ name: 'Own', text: 'Hi' })
    expect(await bob.emailTemplates.update({ id: own.id, text: 'Hello' })).toMatchObject({ text: 'Hello' })
    const { code, details } = await refusal(api.emailTemplates.delete({ id }))
    expect(code).toBe('conflict')
    expect(details.errors).toMatchObject([{ code: 'in_use', message: `workflow “Greeter”, ${workflow.id}` }])
    await api.emailTemplates.delete({ id, force: true })
    expect((await refusal(api.emailTemplates.get({ id }))).code).toBe('not_found')
    const gone = await refusal(api.workflows.create({ name: 'Again', trigger: { type: 'contact.created' }, steps: [step] }))
    expect(gone.details.errors).toMatchObject([{ code: 'unknown_record', path: '/steps/0/config/template_id' }])
  })
})

describeStorages(
  'a template that is filled in',
  (open) => {
    it('is that for a contact, with its sender, each value escaped for its place', async () => {
      const { api } = await open()
      const contact = await api.contacts.create({ email: 'a@b.example', first_name: '<b>"Ann"</b>', city: 'Köln & Bonn' })
      const { id } = await api.emailTemplates.create({ name: 'T', subject: 'For {{contact.first_name}} {{contact.title}}', html })
      const rendered = await api.emailTemplates.render({ template_id: id, contact_id: contact.id })
      expect(rendered).toEqual({
        subject: 'For <b>"Ann"</b> ',
        html: '<p>Hello &lt;b&gt;&quot;Ann&quot;&lt;/b&gt;,</p><p><a href="https://acme.test/?city=K%C3%B6ln%20%26%20Bonn">Visit us</a></p>',
        text: 'Hello <b>"Ann"</b>,\n\nVisit us <https://acme.test/?city=Köln & Bonn>',
        missing: ['contact.title'],
        warnings: [{ code: 'no_unsubscribe_link', message: expect.any(String) }],
      })
    })

    it('lets no value begin an address that runs code', async () => {
      const { api } = await open()
      const text = { html: '<a href="{{contact.custom.site}}">x</a> <a href="{{unsubscribe_url}}">no more</a>' }
      const of = async (site: string) =>
        (await api.emailTemplates.render({ ...text, sample: { contact: { custom_properties: { site } } } })).html
      const unsubscribe = `<a href="${UNSUBSCRIBE_URL}">no more</a>`
      expect(await of('javascript:alert(1)')).toBe(`<a href="">x</a> ${unsubscribe}`)
      expect(await of('https://a.test/?b=1&c="d"')).toBe(`<a href="https://a.test/?b=1&amp;c=&quot;d&quot;">x</a> ${unsubscribe}`)
    })

    it('tells what readers may stumble over', async () => {
      const { api } = await open()
      const bad = `<img src="https://a.test/i.png"><a href="http://a.test">x</a>${'<p>long</p>'.repeat(10_000)}`
      const { warnings } = await api.emailTemplates.render({ html: bad, sample: {} })
      expect(warnings.map(({ code }) => code)).toEqual([
        'no_subject',
        'too_large',
        'image_without_alt',
        'insecure_link',
        'no_unsubscribe_link',
      ])
    })

    it('reads fields of a deal, with its contact and company', async () => {
      const { api } = await open()
      const company = await api.companies.create({ name: 'Acme' })
      const contact = await api.contacts.create({ email: 'a@b.example', first_name: 'Ann' })
      const deal = await api.deals.create({ name: 'Big', company_id: company.id, primary_lead_id: contact.id })
      const { text } = await api.emailTemplates.render({
        text: '{{deal.name}} of {{company.name}}, {{#if contact.title}}{{contact.title}} {{/if}}{{contact.first_name}}, {{owner.email}}',
        deal_id: deal.id,
      })
      expect(text).toBe('Big of Acme, Ann, ada@acme.test')
    })
  },
  ['SQLite memory'],
)

async function versionsOf({ engine }: Pick<Opened, 'engine'>, id: string) {
  const rows = await unit.run(engine, ({ records }) => records.findBy(EmailTemplateVersion, 'template_id', [id]))
  return rows
    .toSorted((one, other) => one.version - other.version)
    .map(({ version, subject, text, html: sent }) => ({ version, subject, text, html: sent }))
}
