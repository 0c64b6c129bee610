import type { CrmError, Engine } from 'rapport-crm'

/** What everybody here signs in with. */
export const PASSWORD = 'correct horse battery staple'

/** A new teammate with an invitation; answers its token. */
export async function invited(engine: Engine, email: string, organization = 'acme'): Promise<string> {
  await engine.access
    .createOrganization({ id: organization, name: 'Acme', admin: 'ada@acme.test' })
    .catch((error: CrmError) => (error.code === 'already_exists' ? undefined : Promise.reject(error)))
  await engine.access.createUser({ organization, email })
  const { link } = await engine.accounts.invite({ organization, user: email })
  return link.slice(link.lastIndexOf('/') + 1)
}

/** A teammate who can sign in; answers their account. */
export async function member(engine: Engine, email: string): Promise<string> {
  return (await engine.accounts.accept(await invited(engine, email), { password: PASSWORD })).account_id
}

/** The error of a call that must fail. */
export async function refused(call: Promise<unknown>): Promise<CrmError> {
  const outcome = await call.then(
    () => undefined,
    (error: CrmError) => error,
  )
  if (!outcome) throw new Error('It was not refused')
  return outcome
}
