import { CrmError, type Engine, type Html, html, type PasskeyPlace } from 'rapport-crm'
import type { Addresses } from './addresses.ts'

/** A form that a device fills in: where it goes, and the question in JSON. */
export interface PasskeyForm {
  readonly action: string
  readonly options: string
}

/** Asks devices for passkeys, where this site can have any. */
export class PasskeyForms {
  readonly #engine: Engine
  readonly #origin: string

  constructor(engine: Engine, { origin }: Addresses) {
    this.#engine = engine
    this.#origin = origin
  }

  /** What ties a question to the browser that is asked. */
  place(binding: string): PasskeyPlace {
    return { origin: this.#origin, binding }
  }

  /** For whoever signs in with one. */
  async signIn(bindingOf: () => Promise<string>, action: string): Promise<PasskeyForm | undefined> {
    const { passkeys } = this.#engine.accounts
    if (!(await passkeys.arePossible(this.#origin))) return undefined
    return { action, options: await passkeys.beginSignIn(this.place(await bindingOf())) }
  }

  /** For whoever adds one; none for an account that has as many as it may. */
  async add(account_id: string, binding: string, action: string): Promise<PasskeyForm | undefined> {
    const { passkeys } = this.#engine.accounts
    if (!(await passkeys.arePossible(this.#origin))) return undefined
    try {
      return { action, options: await passkeys.beginRegistration(account_id, this.place(binding)) }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'conflict') return undefined
      throw error
    }
  }
}

/** The form for a passkey, which stays hidden where no script runs or the browser knows none. */
export function passkeyForm({ action, options }: PasskeyForm, purpose: 'create' | 'get', fields: Html): Html {
  return html`<form method="post" action="${action}" data-passkey="${purpose}" data-options="${options}" hidden>
    <p class="wrong" role="alert" hidden></p>
    <input type="hidden" name="credential" value="" />
    ${fields}
  </form>`
}

/** Has the browser ask the device, and sends what it answers as the form that it is. */
export const passkeyScript = `
const known = globalThis.PublicKeyCredential
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!known?.parseRequestOptionsFromJSON || !known.parseCreationOptionsFromJSON) break
  const said = form.querySelector('[role="alert"]')
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    said.hidden = true
    try {
      const options = JSON.parse(form.dataset.options)
      const credential =
        form.dataset.passkey === 'create'
          ? await navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
          : await navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) })
      form.elements.credential.value = JSON.stringify(credential)
      form.submit()
    } catch (error) {
      said.hidden = false
      said.textContent =
        error.name === 'InvalidStateError'
          ? 'This device has a passkey for your account already.'
          : 'The device gave no passkey. Try again, or go on without it.'
    }
  })
}
`
