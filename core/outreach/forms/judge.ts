import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Form } from './entity.ts'

const DAY_MS = 86_400_000
const MAC_BYTES = 16

/** What the page of a form sends back with it, signed: when it was shown, and the id that its submission will have. */
export interface Stamp {
  readonly shownAt: Date
  readonly submission_id: string
}

/** The text of a stamp for this form. */
export function stampOf(form: Form, { shownAt, submission_id }: Stamp): string {
  const said = `${shownAt.getTime().toString(36)}.${submission_id}`
  return `${said}.${signed(form, `stamp ${said}`)}`
}

/** The stamp of a text; undefined unless this form has signed it within the last 24 hours. */
export function readStamp(form: Form, text: string, now: Date): Stamp | undefined {
  const [time = '', submission_id = '', mac = ''] = text.slice(0, 200).split('.')
  if (!isSame(mac, signed(form, `stamp ${time}.${submission_id}`))) return undefined
  const shownAt = new Date(Number.parseInt(time, 36))
  const age = now.getTime() - shownAt.getTime()
  return age >= -60_000 && age <= DAY_MS ? { shownAt, submission_id } : undefined
}

/** The code by which a person confirms the consent of a submission: its id and a signature, without personal data. */
export function codeOf(form: Form, submission: { readonly id: string }): string {
  return `${Buffer.from(submission.id.replaceAll('-', ''), 'hex').toString('base64url')}.${signed(form, `confirm ${submission.id}`)}`
}

/** The id of the submission that a code confirms; undefined for a code that this form has not made. */
export function readCode(form: Form, code: string): string | undefined {
  const [packed = '', mac = ''] = code.slice(0, 200).split('.')
  const hex = Buffer.from(packed, 'base64url').toString('hex').padEnd(32, '0').slice(0, 32)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isSame(mac, signed(form, `confirm ${id}`)) ? id : undefined
}

/** A name for the field that only machines fill in: an ordinary one, which the form does not use itself. */
export function trapOf({ fields }: Pick<Form, 'fields'>): string {
  const used = new Set(fields.map(({ name }) => name.toLowerCase()))
  return traps.find((each) => !used.has(each)) ?? 'fax_number_2'
}

const traps = ['fax_number', 'company_fax', 'second_website', 'home_fax']

/** What limits count: a hash that tells no address. */
export function hashed(form: Form, text: string): string {
  return createHmac('sha256', form.secret).update(`limit ${text}`).digest('base64url').slice(0, 22)
}

function signed({ id, secret }: Form, text: string): string {
  return createHmac('sha256', secret).update(`${id} ${text}`).digest().subarray(0, MAC_BYTES).toString('base64url')
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [createHash('sha256').update(given).digest(), createHash('sha256').update(wanted).digest()]
  return timingSafeEqual(a, b)
}
