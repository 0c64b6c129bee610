import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CallersAccount } from './own-account.ts'
import { type OwnPasskey, Passkeys } from './passkeys.ts'

/** The passkeys of the caller; they are added on the page of sign-in, where a browser asks the device. */
export class OwnPasskeys {
  static readonly uses = { own: CallersAccount, passkeys: Passkeys }
  readonly #uses: Resolved<typeof OwnPasskeys.uses>

  constructor(uses: Resolved<typeof OwnPasskeys.uses>) {
    this.#uses = uses
  }

  /** Those of the caller, the newest first; none for who cannot sign in. */
  async list(): Promise<readonly OwnPasskey[]> {
    const account_id = await this.#uses.own.find()
    return account_id === undefined ? [] : await this.#uses.passkeys.list(account_id)
  }

  /** Removes one; all sessions end. Throws `not_found`, `conflict` for the last second factor where an organization demands one. */
  async remove(id: string): Promise<void> {
    const { own, passkeys } = this.#uses
    const account_id = await own.find()
    if (account_id === undefined) throw new CrmError('not_found', 'There is no such passkey')
    await passkeys.remove(account_id, id, undefined, own.ip)
  }
}
