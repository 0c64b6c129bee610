import { type SignInDue, type FactorStanding, type Html, html, type NewSecret, PASSWORD_LENGTH, type Page } from 'rapport-crm'
import { pageOf, type Shown, invalid, wrongText } from './views.ts'

/** The form for a new password on the page of an account, which tells managers of passwords whose it is. */
export function passwordSection(action: string, email: string): Html {
  return html`<h2 id="password-of-account">Password</h2>
    <form method="post" action="${action}" aria-labelledby="password-of-account">
      <input type="email" autocomplete="username" value="${email}" readonly hidden />
      <label for="current-password">Present password</label>
      <input id="current-password" name="current_password" type="password" autocomplete="current-password" required maxlength="1000" />
      <label for="new-password">New password</label>
      <input
        id="new-password"
        name="new_password"
        type="password"
        autocomplete="new-password"
        required
        minlength="${PASSWORD_LENGTH.min}"
        maxlength="${PASSWORD_LENGTH.max}"
      />
      <button class="quiet">Change the password</button>
    </form>`
}

/** The authenticator app of an account, on its page. */
export function factorSection(
  { setUpApp, removeApp }: { readonly setUpApp: string; readonly removeApp: string },
  { app, any, demanded_by }: FactorStanding,
): Html {
  return html`<h2 id="app">Authenticator app</h2>
    ${
      !any &&
      demanded_by.length > 0 &&
      html`<p class="notice">
        <strong>${demanded_by.join(', ')}</strong> lets you in with a second factor only: set up an authenticator app, or add a passkey.
      </p>`
    }
    ${
      app
        ? html`<p>When you sign in with your password, a code of your app is asked for.</p>
            <form method="post" action="${removeApp}" aria-labelledby="app">
              <label for="app-code">Code that the app shows now, or a recovery code</label>
              <input id="app-code" name="app_code" autocomplete="one-time-code" required maxlength="60" />
              <button class="quiet">Remove the authenticator app</button>
            </form>`
        : html`<p>An app on your telephone shows codes, which are asked for beside your password.</p>
            <form method="post" action="${setUpApp}"><button class="quiet">Set up an authenticator app</button></form>`
    }`
}

/** What an authenticator app is set up with, and the question for its first code. */
export function appView(action: string, { secret, uri }: NewSecret, { status = 200, wrong }: Shown): Page {
  return pageOf(
    'Set up an authenticator app',
    status,
    html`<ol>
        <li>Add an account in your app, and type in this secret: <code id="secret">${secret.match(/.{1,4}/g)?.join(' ')}</code></li>
        <li>
          Where the app is on this device, you can <a href="${uri}">open it with this account</a> instead. Its address is
          <code>${uri}</code>
        </li>
        <li>Enter the code of six digits that the app then shows.</li>
      </ol>
      <form method="post" action="${action}">
        ${wrongText(wrong)}
        <label for="app-code">Code that the app shows now</label>
        <input id="app-code" name="app_code" inputmode="numeric" autocomplete="one-time-code" required maxlength="40" ${invalid(wrong)} />
        <button>Continue</button>
      </form>`,
  )
}

/** The recovery codes, which are shown once. */
export function recoveryView(codes: readonly string[], account: string): Page {
  return pageOf(
    'Your recovery codes',
    200,
    html`<p role="status">The authenticator app was set up, and other browsers are signed out.</p>
      <p>Write these codes down and keep them apart from your telephone: each stands for the app once, and they are shown only now.</p>
      <ul>
        ${codes.map((each) => html`<li><code>${each}</code></li>`)}
      </ul>
      <p><a href="${account}">I have written them down</a></p>`,
  )
}

/** Tells somebody why an organization does not let them in yet, and what to do about it. */
export function dueView(
  { account, again, change }: { readonly account: string; readonly again: string; readonly change: string },
  organization: string,
  due: SignInDue,
): Page {
  const [title, why, button] = texts[due]
  return pageOf(
    title,
    403,
    html`<p role="alert"><strong>${organization}</strong> ${why}</p>
      ${
        button === undefined
          ? html`<p><a href="${account}">Set up an authenticator app or a passkey</a>, and come back here.</p>`
          : html`<form method="post" action="${change}"><button>${button}</button></form>`
      }
      <p><a href="${again}">Back</a></p>`,
  )
}

// Title, what comes behind the name of the organization, and the button that leads to sign-in.
const texts: Readonly<Record<SignInDue, readonly [string, string, string?]>> = {
  again: ['Sign in again', 'has signed you out since you have signed in here.', 'Sign in again'],
  set_up: ['A second factor is needed', 'lets you in with a second factor only, and you have none yet.'],
  prove: [
    'A second factor is needed',
    'lets you in with your second factor only, and you have signed in here without it.',
    'Sign in again, with your passkey or a code of your app',
  ],
}
