import { type AllowedProgram, type FactorStanding, type Html, html, type OwnPasskey, type OwnSession, type Page } from 'rapport-crm'
import type { ScriptedPage } from '../browser/document.ts'
import { factorSection, passwordSection } from './factor-views.ts'
import { type PasskeyForm, passkeyForm, passkeyScript } from './passkey-forms.ts'
import { scopeTexts } from './scopes.ts'
import { invalid, pageOf, type Shown, wrongText } from './views.ts'

/** What a person sees of their account. */
export interface AccountShown {
  readonly email: string
  readonly sessions: readonly OwnSession[]
  /** Of this browser. */
  readonly current: string
  /** Each with the name of its organization. */
  readonly programs: readonly (AllowedProgram & { readonly where: string })[]
  readonly passkeys: readonly OwnPasskey[]
  /** For a further passkey, where one can be added. */
  readonly adding: PasskeyForm | undefined
  /** What the account has for a second factor, and who demands one. */
  readonly factor: FactorStanding
  /** What was done just now. */
  readonly done?: string
  /** What could not be done. */
  readonly wrong?: string
}

/** Where the forms of the page go. */
export interface AccountActions {
  readonly endSession: string
  readonly endOthers: string
  readonly endProgram: string
  readonly renamePasskey: string
  readonly removePasskey: string
  readonly changePassword: string
  readonly setUpApp: string
  readonly removeApp: string
  readonly out: string
  /** Back to the sign-in of a program that waits for a second factor. */
  readonly goOn?: string
}

/** What an account is signed in with, its sessions and the programs that it allows, each with a button that changes or ends it. */
export function accountView(actions: AccountActions, shown: AccountShown): ScriptedPage {
  const { email, sessions, current, programs, adding, done, wrong } = shown
  const others = sessions.filter(({ id }) => id !== current)
  const page = pageOf(
    'Your account',
    wrong === undefined ? 200 : 422,
    html`${wrongText(wrong)} ${done !== undefined && html`<p class="notice" role="status">${done}</p>`}
      <p>You are signed in as <strong>${email}</strong>.</p>
      ${actions.goOn !== undefined && html`<p class="notice"><a href="${actions.goOn}">Go on with the program that you were signing in to</a></p>`}
      <h2 id="sessions">Where you are signed in</h2>
      <ul aria-labelledby="sessions">
        ${sessions.map((each) => sessionItem(actions.endSession, each, each.id === current))}
      </ul>
      ${others.length > 0 && html`<form method="post" action="${actions.endOthers}"><button class="quiet">Sign out everywhere else</button></form>`}
      ${passwordSection(actions.changePassword, email)} ${factorSection(actions, shown.factor)} ${passkeySection(actions, shown)}
      <h2 id="programs">Programs that may act as you</h2>
      ${
        programs.length === 0
          ? html`<p>You have allowed none.</p>`
          : html`<ul aria-labelledby="programs">
              ${programs.map((each) => programItem(actions.endProgram, each))}
            </ul>`
      }
      <p><a href="${actions.out}">Sign out of this browser</a></p>`,
  )
  return { ...page, ...(adding && { script: passkeyScript }) }
}

function passkeySection(actions: AccountActions, { passkeys, adding }: AccountShown): Html | false {
  if (passkeys.length === 0 && !adding) return false
  return html`<h2 id="passkeys">Passkeys</h2>
    <p>
      A passkey is a key in a device of yours, which asks for your finger, your face or a code. You sign in with it instead of a password.
    </p>
    ${
      passkeys.length > 0 &&
      html`<ul aria-labelledby="passkeys">
        ${passkeys.map((each) => passkeyItem(actions, each))}
      </ul>`
    }
    ${
      adding &&
      html`${passkeyForm(
          adding,
          'create',
          html`<label for="passkey">Name of a new passkey</label>
            <input id="passkey" name="name" maxlength="60" autocomplete="off" required />
            <button>Add a passkey</button>`,
        )}<noscript><p class="faint">A passkey is added where your browser runs scripts.</p></noscript>`
    }`
}

function passkeyItem({ renamePasskey, removePasskey }: AccountActions, { id, name, synced, created_at, last_used_at }: OwnPasskey): Html {
  return html`<li>
    <strong>${name}</strong>
    <br /><span class="faint"
      >${synced ? 'On your devices' : 'On one device'}, added on
      ${time(created_at)}${last_used_at && html`, used last on ${time(last_used_at)}`}</span
    >
    <form method="post" action="${renamePasskey}">
      <input type="hidden" name="id" value="${id}" />
      <label for="name-${id}">New name of ${name}</label>
      <input id="name-${id}" name="name" value="${name}" maxlength="60" autocomplete="off" required />
      <button class="quiet" aria-label="Rename the passkey ${name}">Rename</button>
    </form>
    <form method="post" action="${removePasskey}">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet" aria-label="Remove the passkey ${name}">Remove</button>
    </form>
  </li>`
}

function sessionItem(action: string, { id, browser, address, signed_in_at, last_used_at }: OwnSession, isThis: boolean): Html {
  const name = browserName(browser)
  return html`<li>
    <strong>${name}</strong>${isThis && ' (this browser)'}${address !== null && html`, from ${address}`} <br /><span class="faint"
      >Signed in on ${time(signed_in_at)}, used last on ${time(last_used_at)}</span
    >
    ${
      !isThis &&
      html`<form method="post" action="${action}">
        <input type="hidden" name="id" value="${id}" />
        <button class="quiet" aria-label="End the session in ${name}, signed in on ${time(signed_in_at)}">End</button>
      </form>`
    }
  </li>`
}

function programItem(
  action: string,
  { id, client, client_host, where, scopes, created_at, last_used_at }: AccountShown['programs'][number],
): Html {
  return html`<li>
    <strong>${client}</strong>${client_host !== null && html` of ${client_host}`}, in ${where}
    <br />${scopes.map((each) => scopeTexts[each]).join('; ')} <br /><span class="faint"
      >Allowed on ${time(created_at)}${last_used_at && html`, used last on ${time(last_used_at)}`}</span
    >
    <form method="post" action="${action}">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet" aria-label="End what ${client} may do in ${where}">End</button>
    </form>
  </li>`
}

/** Asks who wants to change something of an account to prove that it is theirs; what was pressed is done then. */
export function confirmView(action: string, kept: Readonly<Record<string, string>>, { status = 200, wrong }: Shown): Page {
  return pageOf(
    'Confirm that it is you',
    status,
    html`<form method="post" action="${action}">
      ${wrongText(wrong)} ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" ${invalid(wrong)} />
      <label for="code">Code of your authenticator app, if you have set one up</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" ${invalid(wrong)} />
      <button>Continue</button>
    </form>`,
  )
}

const time = (at: Date): Html => html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A browser as people call it; what is none of those known by its own word. */
export function browserName(agent: string | null): string {
  if (agent === null || agent.trim() === '') return 'An unknown browser'
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [find(BROWSERS) ?? agent.trim().slice(0, 40), find(SYSTEMS)]
  return system === undefined ? browser : `${browser} on ${system}`
}
