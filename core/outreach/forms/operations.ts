import { Type } from '@sinclair/typebox'
import { type Methods, group, operation } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted, Id, NextCursor, Text } from '../../kernel/operation/schema/schema.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { networkOf } from '../../kernel/values/network.ts'
import { seesPerson } from '../visits/sees-person.ts'
import {
  FormCreate,
  FormList,
  FormRecord,
  FormUpdate,
  presentSubmission,
  SubmissionInput,
  SubmissionList,
  SubmissionReceipt,
  SubmissionRecord,
} from './schema.ts'
import { FormService } from './service.ts'
import { Submissions } from './submissions.ts'

const uses = { forms: FormService }
const requiresFullVisibility = true as const

/** Forms: what they ask for, and what was sent with them. What was sent is of all owners; only sending needs no sight of it. */
export const formOperations = group('Forms', {
  list: operation({
    id: 'listForms',
    summary: 'List forms with what is counted of them, page by page',
    scope: 'read',
    mcp: true,
    requiresFullVisibility,
    route: 'GET /forms',
    input: FormList,
    output: pageOf('forms', FormRecord),
    uses,
    async handle(query, { forms }) {
      const { items, next_cursor } = await forms.list(query)
      return { forms: withFields(await forms.shown(items), query, FormRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createForm',
    summary: 'Create a form: its fields with the record fields that they fill, the text of the consent, and what follows a submission',
    scope: 'write',
    requiresFullVisibility,
    creates: true,
    route: 'POST /forms',
    input: FormCreate,
    output: FormRecord,
    uses,
    handle: async (input, { forms, reply }) => await forms.shownOne(await forms.create(input, reply)),
  }),
  get: operation({
    id: 'getForm',
    summary: 'Read one form: its definition, its address and how it is put into a site',
    scope: 'read',
    mcp: true,
    requiresFullVisibility,
    route: 'GET /forms/{id}',
    input: ById,
    output: FormRecord,
    uses,
    handle: async ({ id }, { forms }) => await forms.shownOne(await forms.get(id)),
  }),
  update: operation({
    id: 'updateForm',
    summary: 'Change a form; what was sent stays as it is',
    scope: 'write',
    requiresFullVisibility,
    route: 'PATCH /forms/{id}',
    input: FormUpdate,
    output: FormRecord,
    uses,
    handle: async ({ id, ...changes }, { forms, reply }) => await forms.shownOne(await forms.update(id, changes, reply)),
  }),
  delete: operation({
    id: 'deleteForm',
    summary: 'Delete a form; its page and its scripts stop working, what was sent stays',
    scope: 'delete',
    requiresFullVisibility,
    route: 'DELETE /forms/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { forms, reply }) {
      await forms.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  listSubmissions: operation({
    id: 'listFormSubmissions',
    summary: 'List what was sent with a form and the contact that each made or found; what was taken for spam with `status=spam`',
    scope: 'read',
    mcp: true,
    requiresFullVisibility,
    route: 'GET /forms/{id}/submissions',
    input: SubmissionList,
    output: Closed({ submissions: Type.Array(SubmissionRecord, { description: 'One page, the newest first' }), next_cursor: NextCursor }),
    uses,
    async handle(query, { forms }) {
      const { items, next_cursor } = await forms.submissions(query)
      const shown = items.map((each) => presentSubmission(each, forms.now))
      return { submissions: withFields(shown, query, SubmissionRecord), next_cursor }
    },
  }),
  submit: operation({
    id: 'submitForm',
    summary: 'Send a form, as a server or as a site with a widget-only key; makes or completes contact, company and deal',
    scope: 'write',
    widget: true,
    creates: 'once',
    unitOfWork: false,
    route: 'POST /forms/{id}/submissions',
    input: SubmissionInput,
    output: SubmissionReceipt,
    uses: { units: Units, submissions: Submissions },
    async handle({ id, ...sent }, { units, submissions, actor, reply }) {
      const form = await units.read(actor, (resolve) => resolve(FormService).get(id))
      const ip = actor.credential?.origin?.ip ?? null
      const network = actor.widget ? networkOf(ip ?? 'unknown') : null
      const { submission, repeated } = await submissions.take(form, { ...sent, via: 'api', network, ip, asked: actor.asked })
      if (repeated) reply.matched('submission_id')
      const { contact_id } = submission
      // A form finds contacts of all owners; whoever sends it learns nothing of those of others.
      const isShown = !actor.widget && (contact_id === null || (await seesPerson(units, actor, { contact_id })))
      return {
        id: submission.id,
        form_id: form.id,
        submission_id: submission.submission_id,
        contact_id: isShown ? contact_id : null,
        thanks: form.thanks,
        redirect_url: form.redirect_url,
      }
    },
  }),
  acceptSubmission: operation({
    id: 'acceptFormSubmission',
    summary: 'Work a submission that was taken for spam, as if it had just come',
    scope: 'write',
    requiresFullVisibility,
    unitOfWork: false,
    route: 'POST /forms/{id}/submissions/{submissionId}/accept',
    input: Closed({ id: Id(), submissionId: Text(100, { description: 'Id of the submission, or the one that its sender gave it' }) }),
    output: SubmissionRecord,
    uses: { units: Units, submissions: Submissions },
    async handle({ id, submissionId }, { units, submissions, actor }) {
      const form = await units.read(actor, (resolve) => resolve(FormService).get(id))
      const found = await submissions.accept(form, (resolve) => resolve(FormService).submission(form.id, submissionId), actor.asked)
      return presentSubmission(found, found.created_at)
    },
  }),
})

/** The typed methods of these operations. */
export interface FormMethods extends Methods<typeof formOperations> {}
