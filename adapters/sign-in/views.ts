import { type Html, html, type Membership, PASSWORD_LENGTH, type Page, type Scope } from 'rapport-crm'
import type { ScriptedPage } from '../browser/document.ts'
import { type PasskeyForm, passkeyForm, passkeyScript } from './passkey-forms.ts'
import { scopeTexts } from './scopes.ts'
import { style } from './style.ts'

/** What a page says besides its form. */
export interface Shown {
  readonly status?: number
  /** What was wrong with what was sent. */
  readonly wrong?: string | undefined
}

/** The program that asks, as the page names it. */
export interface AskingClient {
  /** As it calls itself. */
  readonly name: string
  /** What vouches for it, or where its answers go. */
  readonly host: string | null
  /** Whether its host has published who it is. */
  readonly isVouchedFor: boolean
  /** Where the answers go. */
  readonly goesTo: string
}

/** The form of sign-in. */
export interface SignInForm {
  readonly action: string
  readonly email: string
  /** Where a new password is asked for. */
  readonly forgotten: string
  /** The password was right and needs a code. */
  readonly asksForCode?: boolean
  /** For whoever has a passkey. */
  readonly passkey?: PasskeyForm | undefined
}

/** Asks for e-mail and password, and for the code of those who have a second factor, or for a passkey instead of all of them. */
export function signInView(
  { action, email, forgotten, asksForCode = false, passkey }: SignInForm,
  { status = 200, wrong }: Shown,
): ScriptedPage {
  const page = pageOf(
    'Sign in',
    status,
    html`<form method="post" action="${action}">
        ${wrongText(wrong)}
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}" ${invalid(wrong)} />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" ${invalid(wrong)} />
        <label for="code">Code of your authenticator app${asksForCode ? '' : ', if you have set one up'}</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" ${asksForCode && REQUIRED} />
        <button>Sign in</button>
        <p><a href="${forgotten}">Forgotten your password?</a></p>
      </form>
      ${passkey && passkeyForm(passkey, 'get', html`<button class="quiet">Sign in with a passkey</button>`)}`,
  )
  return { ...page, ...(passkey && { script: passkeyScript }) }
}

/** What somebody is asked to allow. */
export interface Asked {
  readonly client: AskingClient
  readonly email: string
  readonly memberships: readonly Membership[]
  readonly scopes: readonly Scope[]
}

/** Asks whether a program may act as the user, and in which organization. */
export function consentView(actions: { allow: string; deny: string; change: string }, asked: Asked, { status = 200, wrong }: Shown): Page {
  const { client, email, memberships, scopes } = asked
  const mayAdministrate = memberships.some(({ role }) => role === 'admin')
  return pageOf(
    `Allow ${client.name}?`,
    status,
    html`<p class="notice">
        ${
          client.isVouchedFor
            ? html`<strong>${client.host}</strong> says that this program is its own.`
            : html`Nobody has checked who made this program: the name is its own word.`
        }
        Its answers go to <strong>${client.goesTo}</strong>.
      </p>
      <p class="faint">You are signed in as ${email}.</p>
      <form method="post" action="${actions.allow}">
        ${wrongText(wrong)}
        <h2>It could, as you:</h2>
        <ul>
          ${scopes.map((each) => html`<li>${scopeTexts[each]}</li>`)}
        </ul>
        <fieldset>
          <legend>In which organization?</legend>
          ${memberships.map(
            ({ user_id, name, email: address }, at) =>
              html`<label class="choice"
                ><input type="radio" name="user_id" value="${user_id}" required ${memberships.length === 1 && at === 0 && CHECKED} />
                <span>${name} <span class="faint">as ${address}</span></span></label
              >`,
          )}
        </fieldset>
        ${
          mayAdministrate &&
          html`<label class="choice"
            ><input type="checkbox" name="administration" value="yes" />
            <span>It may administrate as well: users, teams, keys and settings</span></label
          >`
        }
        <button>Allow</button>
        <button class="quiet" formaction="${actions.deny}" formnovalidate>Deny</button>
        <button class="quiet" formaction="${actions.change}" formnovalidate>Sign in as somebody else</button>
      </form>
      <p class="faint">It stays allowed until you end it, or for a year at most.</p>`,
  )
}

/** Asks for the address to which a link for a new password goes. */
export function forgottenView(action: string, { status = 200, wrong }: Shown): Page {
  return pageOf(
    'New password',
    status,
    html`<form method="post" action="${action}">
      ${wrongText(wrong)}
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" ${invalid(wrong)} />
      <button>Send me a link</button>
    </form>`,
  )
}

/** Asks for a new password, for an invitation or after a reset. */
export function passwordView(
  action: string,
  title: string,
  intro: Html,
  { status = 200, wrong }: Shown,
  known: Html | false = false,
): Page {
  return pageOf(
    title,
    status,
    html`${intro}
      <form method="post" action="${action}">
        ${wrongText(wrong)}
        <label for="password">${known ? 'Password' : 'New password'}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="${known ? 'current-password' : 'new-password'}"
          required
          minlength="${known ? 1 : PASSWORD_LENGTH.min}"
          maxlength="${PASSWORD_LENGTH.max}"
          ${invalid(wrong)}
        />
        ${known}
        <button>Continue</button>
      </form>`,
  )
}

/** Asks whether to sign out of this browser. */
export function signOutView(action: string, account: string): Page {
  return pageOf(
    'Sign out',
    200,
    html`<p>Programs that you have allowed stay allowed; <a href="${account}">your account</a> lists them.</p>
      <form method="post" action="${action}"><button>Sign out</button></form>`,
  )
}

/** A page that only tells something. */
export function messageView(title: string, text: string, status = 200): Page {
  return pageOf(title, status, html`<p ${status >= 400 && ALERT}>${text}</p>`)
}

const REQUIRED = html`required aria-invalid="true"`
const CHECKED = html`checked`
const ALERT = html`role="alert"`

/** What was wrong, where it is announced and what it is about refers to. */
export function wrongText(wrong: string | undefined): Html | undefined {
  return wrong === undefined ? undefined : html`<p class="wrong" role="alert" id="wrong">${wrong}</p>`
}

/** For the fields that what was wrong is about. */
export function invalid(wrong: string | undefined): Html | undefined {
  return wrong === undefined ? undefined : html`aria-invalid="true" aria-describedby="wrong"`
}

/** A page of sign-in. */
export function pageOf(title: string, status: number, body: Html): Page {
  return {
    status,
    language: 'en',
    title,
    style,
    body: html`<main>
      <h1>${title}</h1>
      ${body}
    </main>`.text,
  }
}
