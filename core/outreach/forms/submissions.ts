import type { CallReference, Actor } from '../../kernel/operation/actor.ts'
import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Resolve } from '../../kernel/operation/pipeline.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { PublicLimits } from '../../platform/access/public-limits.ts'
import { type Form, FormSubmission, type submissionWays } from './entity.ts'
import { hashed, trapOf } from './judge.ts'
import { Captcha } from './ports.ts'
import { targetOf } from './targets.ts'
import { readValues, refuseLarge, type Sent, type Value } from './values.ts'
import { SubmissionWork } from './work.ts'

const MINUTE_MS = 60_000
const CAPTCHA_MS = 5_000

/** What somebody sends with a form. */
export interface Sending {
  readonly values: Sent
  readonly submission_id?: string | undefined
  readonly consent?: boolean | undefined
  readonly visitor_id?: string | null | undefined
  readonly captcha?: string | null | undefined
  readonly via: (typeof submissionWays)[number]
  /** Network of a stranger, whose submissions are limited and judged; null for a caller with the scope `write`. */
  readonly network: string | null
  /** Address, for the captcha. */
  readonly ip: string | null
  /** The call that it is made for. */
  readonly asked?: CallReference | undefined
}

/** A stored submission, and whether it was known before. */
export interface Taken {
  readonly submission: FormSubmission
  readonly repeated: boolean
}

/** Who writes what a form brings: in the name of the teammate who made it. */
export function actorOfForm({ id, name, user_from, created_by }: Form, asked?: CallReference): Actor {
  const via = { type: 'form', id, label: name } as const
  return { organization: user_from, user: created_by, scopes: new Set(), via, ...(asked && { asked }) }
}

/** Takes submissions: checks, limits, judges and stores each with all that it makes, in one transaction. */
export class Submissions {
  static readonly uses = { units: Units, ids: Ids, limits: PublicLimits, captcha: Captcha, logger: Logger }
  readonly #uses: Resolved<typeof Submissions.uses>

  constructor(uses: Resolved<typeof Submissions.uses>) {
    this.#uses = uses
  }

  /**
   * Stores what was sent. The same `submission_id` again answers the first. What is taken for spam is answered alike and touches no record.
   * Throws `invalid_input` with pointers below `/values` or at `/consent`, `rate_limited`, and `conflict` for an inactive form.
   */
  async take(form: Form, sending: Sending): Promise<Taken> {
    if (form.status !== 'active') throw new CrmError('conflict', 'The form takes no submissions at the moment')
    refuseLarge(sending.values)
    const actor = actorOfForm(form, sending.asked)
    const submission_id = sending.submission_id ?? this.#uses.ids.next()
    const key = `${form.id}:${submission_id}`
    // An id that was just made up is nobody else's.
    const isNew = sending.submission_id === undefined
    const known = isNew ? undefined : await this.#uses.units.read(actor, (resolve) => knownBy(resolve, key))
    if (known) return { submission: known, repeated: true }
    const { [trapOf(form)]: trapped, ...values } = sending.values
    const { values: read, others, faults } = readValues(form.fields, values)
    const lacksConsent = form.consent?.required === true && sending.consent !== true
    refuse(lacksConsent ? [...faults, { path: '/consent', code: 'required', message: 'is required' }] : faults)
    await this.#limit(form, sending, read)
    const isTrapped = sending.network !== null && trapped !== undefined && trapped !== ''
    const reason = isTrapped ? 'trap' : (await this.#isPerson(form, sending)) ? null : 'captcha'
    const row: FormSubmission = {
      id: this.#uses.ids.next(),
      user_from: form.user_from,
      form_id: form.id,
      submission_id,
      status: reason === null ? 'accepted' : 'spam',
      reason,
      via: sending.via,
      values: { ...read, ...others },
      consent: form.consent ? sending.consent === true : null,
      opt_in: null,
      opted_in_at: null,
      contact_id: null,
      company_id: null,
      deal_id: null,
      visitor_id: sending.visitor_id ?? null,
      matched: false,
      key,
      created_at: new Date(0),
    }
    return await this.#uses.units.write(actor, async (resolve) => {
      const found = isNew ? undefined : await knownBy(resolve, key)
      if (found) return { submission: found, repeated: true }
      return { submission: await resolve(SubmissionWork).store(form, row, read), repeated: false }
    })
  }

  /** Works a submission that was taken for spam as if it had just come; throws `not_found`, and `conflict` for one that counts already. */
  async accept(form: Form, find: (resolve: Resolve) => Promise<FormSubmission>, asked?: CallReference): Promise<FormSubmission> {
    return await this.#uses.units.write(actorOfForm(form, asked), async (resolve) => {
      const submission = await find(resolve)
      if (submission.status !== 'spam') throw new CrmError('conflict', 'The submission counts already')
      return await resolve(SubmissionWork).accept(form, submission, readValues(form.fields, submission.values).values)
    })
  }

  async #limit(form: Form, { network }: Sending, values: Readonly<Record<string, Value>>): Promise<void> {
    if (network === null) return
    const address = addressOf(form, values)
    const by = `form ${form.id} ${hashed(form, `network ${network}`)}`
    await this.#uses.limits.count(
      [
        { key: `${by} minute`, most: 5, milliseconds: MINUTE_MS },
        { key: `${by} hour`, most: 20, milliseconds: 60 * MINUTE_MS },
        ...(address === null
          ? []
          : [{ key: `form ${form.id} ${hashed(form, `address ${address}`)}`, most: 3, milliseconds: 10 * MINUTE_MS }]),
      ],
      'The form was sent too often: wait a little and send it again',
    )
  }

  async #isPerson(form: Form, { captcha, network, ip }: Sending): Promise<boolean> {
    if (network === null || !form.spam.captcha) return true
    if (!captcha) return false
    const ended = AbortSignal.timeout(CAPTCHA_MS)
    const late = new Promise<false>((resolve) => ended.addEventListener('abort', () => resolve(false), { once: true }))
    const judged = this.#uses.captcha.verify(captcha, ip).catch((error: unknown) => {
      this.#uses.logger.warn('The captcha of a form could not be judged', { form_id: form.id, error })
      return false
    })
    return (await Promise.race([judged, late])) === true
  }
}

/** The e-mail address that a submission gives; null where the form asks for none. */
export function addressOf(form: Form, values: Readonly<Record<string, Value>>): string | null {
  for (const { name, maps_to } of form.fields) {
    const target = maps_to ? targetOf(maps_to) : undefined
    const value = values[name]
    if (target?.type === 'contact' && target.field === 'email' && typeof value === 'string' && value !== '')
      return value.trim().toLowerCase()
  }
  return null
}

async function knownBy(resolve: Resolve, key: string): Promise<FormSubmission | undefined> {
  const [known] = await resolve(Records).findBy(FormSubmission, 'key', [key])
  return known
}

function refuse(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first) throw new CrmError('invalid_input', `The form is not filled in correctly: ${first.path} ${first.message}`, { errors })
}
