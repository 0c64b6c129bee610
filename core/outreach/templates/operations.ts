import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import { PreparedBodies } from './prepared-bodies.ts'
import { Rendering } from './render.ts'
import {
  ListedTemplate,
  presentListed,
  presentTemplate,
  RenderedLetter,
  RenderInput,
  TemplateCreate,
  TemplateDelete,
  TemplateList,
  TemplateRecord,
  TemplateUpdate,
} from './schema.ts'
import { TemplateService } from './service.ts'

const uses = { templates: TemplateService }

/** Templates of e-mails: all of the organization are for everybody. */
export const templateOperations = group('Email templates', {
  list: operation({
    id: 'listEmailTemplates',
    summary: 'List e-mail templates, page by page, without their bodies',
    scope: 'read',
    mcp: true,
    route: 'GET /email-templates',
    input: TemplateList,
    output: pageOf('email_templates', ListedTemplate),
    uses,
    async handle(query, { templates }) {
      const { items, next_cursor } = await templates.list(query)
      return { email_templates: items.map((each) => presentListed(each, templates.now)), next_cursor }
    },
  }),
  get: operation({
    id: 'getEmailTemplate',
    summary: 'Read one e-mail template, with its bodies, its tags and what sends it',
    scope: 'read',
    mcp: true,
    route: 'GET /email-templates/{id}',
    input: ById,
    output: TemplateRecord,
    uses,
    async handle({ id }, { templates }) {
      const template = await templates.get(id)
      return presentTemplate(template, await templates.usesOf(template.id), templates.now)
    },
  }),
  create: operation({
    id: 'createEmailTemplate',
    summary: 'Create an e-mail template; unknown merge tags are refused with the nearest known ones, a missing text is made of the HTML',
    scope: 'write',
    mcp: true,
    creates: true,
    route: 'POST /email-templates',
    longTexts: ['html', 'text'],
    check: PreparedBodies,
    input: TemplateCreate,
    output: TemplateRecord,
    uses,
    async handle(input, { templates, reply }) {
      const template = await templates.create(input, reply)
      const used = reply.matchedBy ? await templates.usesOf(template.id) : []
      return afterFlush(() => presentTemplate(template, used, templates.now))
    },
  }),
  update: operation({
    id: 'updateEmailTemplate',
    summary: 'Change an e-mail template; what is queued keeps the version with which it was made',
    scope: 'write',
    mcp: true,
    route: 'PATCH /email-templates/{id}',
    longTexts: ['html', 'text'],
    check: PreparedBodies,
    input: TemplateUpdate,
    output: TemplateRecord,
    uses,
    async handle(input, { templates, reply }) {
      const template = await templates.update(input, reply)
      const used = await templates.usesOf(template.id)
      return afterFlush(() => presentTemplate(template, used, templates.now))
    },
  }),
  delete: operation({
    id: 'deleteEmailTemplate',
    summary: 'Delete an e-mail template; refused with its uses while something sends it, unless it is forced',
    scope: 'delete',
    route: 'DELETE /email-templates/{id}',
    input: TemplateDelete,
    output: Deleted,
    uses,
    async handle({ id, force = false }, { templates, reply }) {
      await templates.delete(id, force, reply)
      return { deleted: true as const }
    },
  }),
  render: operation({
    id: 'renderEmailTemplate',
    summary:
      'Fill in a template or a written text for a contact, a deal or sample data; tells missing values and what readers may stumble over',
    scope: 'read',
    mcp: true,
    route: 'POST /email-templates/render',
    longTexts: ['html', 'text'],
    input: RenderInput,
    output: RenderedLetter,
    uses: { rendering: Rendering },
    handle: (input, { rendering }) => rendering.render(input),
  }),
})

/** `api.emailTemplates` in process. */
export interface EmailTemplateMethods extends Methods<typeof templateOperations> {}
