import { type Language, languageOf } from '../../commerce/printing/words.ts'
import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Page, RawAnswer } from '../../kernel/operation/schema/page.ts'
import { storable } from '../../kernel/operation/schema/storable.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { networkOf } from '../../kernel/values/network.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { embedScript } from './embed.ts'
import { Form, FormSubmission } from './entity.ts'
import { readCode, readStamp, type Stamp, stampOf } from './judge.ts'
import { formHtml, type Shown } from './form-html.ts'
import { CONFIRM_MS, OptIns } from './opt-ins.ts'
import { confirmPage, formPage, missingForm, sayingPage } from './page.ts'
import { readBody, type Typed } from './sent-body.ts'
import { actorOfForm, type Sending, Submissions } from './submissions.ts'
import { type FormWords, formWords } from './words.ts'

/** A request for the page of a form. */
export interface FormVisit {
  readonly token: string
  /** Of a link that confirms a consent. */
  readonly code?: string
  readonly languages?: string
  readonly ip?: string | null
  readonly origin?: string | null
  readonly accepts?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** What visitors see of forms: their page, the script that puts them into other pages, and what follows when they are sent. */
export class PublicForms {
  static readonly uses = { database: Database, clock: Clock, ids: Ids, settings: Settings, submissions: Submissions, units: Units }
  readonly #uses: Resolved<typeof PublicForms.uses>

  constructor(uses: Resolved<typeof PublicForms.uses>) {
    this.#uses = uses
  }

  /** The page of the form; an unknown token gets a page with the status 404. */
  async show(visit: FormVisit): Promise<Page> {
    const form = await this.find(visit.token)
    const language = this.#language(visit, form)
    if (!form) return missingForm(language)
    if (form.status !== 'active') return sayingPage(language, form.title ?? form.name, formWords[language].inactive)
    return formPage(this.#shown(form, language, `${visit.token}`))
  }

  /** The script that puts the form into the page of another site; the answers come back to this address. */
  async script(visit: FormVisit): Promise<RawAnswer> {
    const form = await this.find(visit.token)
    const media = 'text/javascript; charset=utf-8'
    const headers = { 'cross-origin-resource-policy': 'cross-origin' }
    if (form?.status !== 'active') return { status: form ? 410 : 404, media, content: '', headers }
    const language = this.#language(visit, form)
    return { status: 200, media, content: embedScript(form.token, formHtml(this.#shown(form, language, visit.token)).text), headers }
  }

  /**
   * Takes what was sent with the page or, from a page of an allowed origin, with the script. People get a page (303 to where the form leads;
   * 422 with what they have typed), the script JSON `{ok, html, redirect_url}`. Another site gets 403.
   */
  async send(visit: FormVisit): Promise<Page | RawAnswer> {
    const form = await this.find(visit.token)
    const language = this.#language(visit, form)
    const isOwn = this.#isOwn(visit)
    const isAllowed = isOwn || (form?.allowed_origins.includes(visit.origin ?? '') ?? false)
    const answer = (page: Page, inner: string, redirect_url: string | null = null) =>
      wantsJson(visit)
        ? answered(page.status, { ok: page.status < 400, html: inner, redirect_url }, isOwn ? null : (visit.origin ?? null))
        : page
    if (!form) return missingForm(language)
    if (!isAllowed) throw new CrmError('forbidden', 'The form was sent from a page that may not send it: open it by its link')
    const words = formWords[language]
    const { typed, faults } = await readBody(visit)
    const stamp = readStamp(form, String(typed['_stamp'] ?? ''), this.#uses.clock.now())
    const again = (notice: string | undefined, faults: readonly FieldError[], status: number) => {
      const shown = this.#shown(form, language, visit.token, { stamp, typed, faults, notice })
      return answer(formPage(shown, status), formHtml(shown).text)
    }
    if (faults.length > 0) return again(undefined, faults, 422)
    if (!stamp || this.#isTooFast(form, stamp)) return again(words.again, [], 422)
    try {
      await this.#uses.submissions.take(form, this.#sending(visit, typed, stamp, isOwn))
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      const { errors = [] } = error.details
      if (error.code === 'invalid_input') return again(undefined, errors, 422)
      if (error.code === 'rate_limited') return again(words.tooOften, [], 429)
      if (error.code === 'conflict') return again(words.inactive, [], 409)
      throw error
    }
    return this.#done(form, language, words, answer)
  }

  /** The page with the button that confirms a consent, which the link of an e-mail opens; opening it changes nothing. */
  async askConfirmation({ token, code = '', languages }: FormVisit): Promise<Page> {
    const form = await this.find(token)
    const language = this.#language({ token, ...(languages !== undefined && { languages }) }, form)
    const found = form && (await this.#confirmable(form, code))
    if (!form || !found) return missingForm(language)
    const { confirmTitle, confirmed } = formWords[language]
    return found.opt_in === 'confirmed' ? sayingPage(language, confirmTitle, confirmed) : confirmPage(form, language, code)
  }

  /** Confirms the consent, and says so; an unknown or old link gets a page with the status 404. */
  async confirm({ token, code = '', languages }: FormVisit): Promise<Page> {
    const form = await this.find(token)
    const language = this.#language({ token, ...(languages !== undefined && { languages }) }, form)
    const found = form && (await this.#confirmable(form, code))
    if (!form || !found) return missingForm(language)
    await this.#uses.units.write(actorOfForm(form), async (resolve) => {
      const [submission] = await resolve(Records).findBy(FormSubmission, 'id', [found.id], { lock: true })
      if (submission) await resolve(OptIns).confirm(form, submission)
    })
    const { confirmTitle, confirmed } = formWords[language]
    return sayingPage(language, confirmTitle, confirmed)
  }

  async #confirmable(form: Form, code: string): Promise<FormSubmission | undefined> {
    const id = readCode(form, code)
    if (id === undefined) return undefined
    const [found] = await this.#uses.units.read(actorOfForm(form), (resolve) => resolve(Records).findBy(FormSubmission, 'id', [id]))
    const isTimely = found !== undefined && this.#uses.clock.now().getTime() - found.created_at.getTime() <= CONFIRM_MS
    return found?.opt_in === 'confirmed' || (isTimely && found.opt_in === 'pending') ? found : undefined
  }

  #done(form: Form, language: Language, words: FormWords, answer: (page: Page, inner: string, to?: string | null) => Page | RawAnswer) {
    const page = sayingPage(language, form.title ?? form.name, form.thanks ?? words.thanks)
    if (!form.redirect_url) return answer(page, page.body)
    // Headers are ASCII.
    const { href, origin } = new URL(form.redirect_url)
    return answer({ ...page, status: 303, location: href, leads_to: [origin] }, page.body, href)
  }

  /** The form of a token; undefined for an unknown one. The look-up knows no organization: all that follows runs in that of the form. */
  async find(token: string): Promise<Form | undefined> {
    const { database } = this.#uses
    const rows = database.tables().selectFrom(Form.table).selectAll()
    const live = rows.where('token', '=', storable(token).slice(0, 60)).where('deleted_at', 'is', null)
    const row = await live.where(ofWorkingOrganization(Form)).executeTakeFirst()
    return row && Codec.of(Form.fields, database.dialect).fromRow(row)
  }

  #language({ languages }: FormVisit, form: Form | undefined): Language {
    return form?.locale ? languageOf(undefined, form.locale) : languageOf(languages)
  }

  #shown(
    form: Form,
    language: Language,
    action: string,
    {
      stamp,
      typed,
      faults,
      notice,
    }: { stamp?: Stamp | undefined; typed?: Typed; faults?: readonly FieldError[]; notice?: string | undefined } = {},
  ): Shown {
    // The id stays, so that what was sent already is not sent twice; the time starts again, unless the form came back for its values.
    const isFault = (faults?.length ?? 0) > 0
    const fresh = {
      shownAt: isFault && stamp ? stamp.shownAt : this.#uses.clock.now(),
      submission_id: stamp?.submission_id ?? this.#uses.ids.next(),
    }
    return {
      form,
      language,
      action,
      stamp: stampOf(form, fresh),
      ...(typed && { typed }),
      ...(faults && { faults }),
      ...(notice && { notice }),
    }
  }

  #isTooFast({ spam: { min_seconds = 3 } }: Form, { shownAt }: Stamp): boolean {
    return this.#uses.clock.now().getTime() - shownAt.getTime() < min_seconds * 1000
  }

  #sending(visit: FormVisit, typed: Typed, stamp: Stamp, isOwn: boolean): Sending {
    const { _stamp, _consent, _visitor, _captcha, ...values } = typed
    const ip = visit.ip ?? null
    return {
      values,
      submission_id: stamp.submission_id,
      consent: _consent === true,
      visitor_id: typeof _visitor === 'string' && _visitor.length <= 100 && _visitor !== '' ? _visitor : null,
      captcha: typeof _captcha === 'string' ? _captcha.slice(0, 8000) : null,
      via: isOwn ? 'page' : 'embed',
      network: networkOf(ip ?? 'unknown'),
      ip,
    }
  }

  // Programs other than browsers send no origin, and are limited like everybody.
  #isOwn({ origin, headers = {} }: FormVisit): boolean {
    if (origin === null || origin === undefined)
      return headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] !== 'cross-site'
    if (!URL.canParse(origin)) return false
    const { host } = new URL(origin)
    const { publicUrl } = this.#uses.settings
    return host === headers['host']?.toLowerCase() || (publicUrl !== '' && host === new URL(publicUrl).host)
  }
}

function answered(status: number, value: object, origin: string | null): RawAnswer {
  const headers = {
    vary: 'Origin',
    ...(origin !== null && { 'access-control-allow-origin': origin, 'cross-origin-resource-policy': 'cross-origin' }),
  }
  return { status: status === 303 ? 200 : status, media: 'application/json', content: JSON.stringify(value), headers }
}

function wantsJson({ accepts = '' }: FormVisit): boolean {
  return accepts.includes('application/json')
}
