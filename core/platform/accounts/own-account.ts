import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Directory } from '../access/directory.ts'
import { AccountProofs } from './account-proofs.ts'
import type { NewSecret } from './second-factors.ts'

/** The account of the caller. */
export class CallersAccount {
  static readonly uses = { actor: CurrentActor, directory: Directory }
  readonly #uses: Resolved<typeof CallersAccount.uses>

  constructor(uses: Resolved<typeof CallersAccount.uses>) {
    this.#uses = uses
  }

  /** Its id; undefined for whoever cannot sign in. */
  async find(): Promise<string | undefined> {
    const { directory, actor } = this.#uses
    const user = await directory.read((tables) => directory.user(tables, actor.organization, actor.user))
    return user?.account_id ?? undefined
  }

  /** Its id; throws `conflict` for whoever cannot sign in. */
  async get(): Promise<string> {
    const id = await this.find()
    if (id === undefined)
      throw new CrmError('conflict', 'You cannot sign in yet: an administrator can invite you (POST /users/{id}/invitation)')
    return id
  }

  /** Where the call comes from. */
  get ip(): string | undefined {
    return this.#uses.actor.credential?.origin?.ip
  }
}

/** What the account of the caller is proved with; each time they prove that it is theirs, since a key alone changes nothing of it. */
export class OwnAccount {
  static readonly uses = { own: CallersAccount, proofs: AccountProofs }
  readonly #uses: Resolved<typeof OwnAccount.uses>

  constructor(uses: Resolved<typeof OwnAccount.uses>) {
    this.#uses = uses
  }

  /** Changes the password; all sessions end. Throws `conflict` without an account, `forbidden` for a wrong password, `rate_limited`, `invalid_input`. */
  async changePassword(current: string, next: string): Promise<void> {
    const { own, proofs } = this.#uses
    await proofs.changePassword(await own.get(), current, next, own)
  }

  /** Begins to set up a second factor; throws as `changePassword` and `AccountProofs.beginApp` do. */
  async beginSecondFactor(password: string): Promise<NewSecret> {
    const { own, proofs } = this.#uses
    const id = await own.get()
    await proofs.checkPassword(id, password, own)
    return await proofs.beginApp(id, own)
  }

  /** Ends the set-up by a code of the app; answers the recovery codes. Throws as `AccountProofs.confirmApp` does. */
  async confirmSecondFactor(code: string): Promise<readonly string[]> {
    const { own, proofs } = this.#uses
    return await proofs.confirmApp(await own.get(), code, own)
  }

  /** Takes the second factor away; throws as `changePassword` and `AccountProofs.removeApp` do. */
  async removeSecondFactor(password: string, code: string): Promise<void> {
    const { own, proofs } = this.#uses
    const id = await own.get()
    await proofs.checkPassword(id, password, own)
    await proofs.removeApp(id, code, own)
  }
}
