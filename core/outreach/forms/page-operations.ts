import { Type } from '@sinclair/typebox'
import { operation } from '../../kernel/operation/operation.ts'
import { Page, RawAnswer, sentRequest, visit } from '../../kernel/operation/schema/page.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { PublicForms } from './public.ts'

// Any text in the address is looked up, so that every wrong one is answered alike.
const token = Type.String({ maxLength: 20_000, description: 'From the address' })
const code = Type.String({ maxLength: 20_000, description: 'Of the link' })
const { languages, ip } = visit
const { origin, accepts, headers, body } = sentRequest
const uses = { forms: PublicForms }
const shared = {
  scope: 'public',
  unitOfWork: false,
  foreign: ['token', 'code', 'headers', 'body'],
  perMinute: { address: 120, token: 6_000 },
} as const

/** What visitors do with a form. */
export const formPages = [
  operation({
    ...shared,
    id: 'showFormPage',
    summary: 'Show the page of a form',
    route: 'GET /f/{token}',
    input: Closed({ token, languages }),
    output: Page,
    uses,
    handle: (input, { forms }) => forms.show(input),
  }),
  operation({
    ...shared,
    id: 'sendFormPage',
    summary: 'Send a form from its page or from a page of an allowed site',
    route: 'POST /f/{token}',
    input: Closed({ token, languages, ip, origin, accepts, headers, body }),
    output: Type.Union([Page, RawAnswer]),
    uses,
    handle: (input, { forms }) => forms.send(input),
  }),
  operation({
    ...shared,
    id: 'getFormScript',
    summary: 'The script that puts a form into the page of another site',
    route: 'GET /f/{token}/embed.js',
    input: Closed({ token, languages }),
    output: RawAnswer,
    uses,
    handle: (input, { forms }) => forms.script(input),
  }),
  operation({
    ...shared,
    id: 'askFormConfirmation',
    summary: 'Show the page on which a consent is confirmed',
    route: 'GET /f/{token}/confirm/{code}',
    input: Closed({ token, code, languages }),
    output: Page,
    uses,
    handle: (input, { forms }) => forms.askConfirmation(input),
  }),
  operation({
    ...shared,
    id: 'confirmForm',
    summary: 'Confirm a consent by the button of that page',
    route: 'POST /f/{token}/confirm/{code}',
    input: Closed({ token, code, languages }),
    output: Page,
    uses,
    handle: (input, { forms }) => forms.confirm(input),
  }),
]
