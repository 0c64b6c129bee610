import type { Actor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Page } from '../../kernel/operation/schema/page.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { languageOf } from '../../commerce/printing/words.ts'
import { PublicMessages } from '../engagement/public-messages.ts'
import { choiceOf } from './form.ts'
import { askingPage, donePage } from './page.ts'
import { Unsubscriber } from './unsubscriber.ts'

/** A request for the page of unsubscribing. */
export interface UnsubscribeVisit {
  readonly token: string
  readonly languages?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** The page on which people unsubscribe, for whoever has its address; a wrong address shows the same. */
export class PublicUnsubscribes {
  static readonly uses = { messages: PublicMessages, units: Units }
  readonly #uses: Resolved<typeof PublicUnsubscribes.uses>

  constructor(uses: Resolved<typeof PublicUnsubscribes.uses>) {
    this.#uses = uses
  }

  /** Asks; changes nothing, because machines follow every link. */
  async show({ languages }: UnsubscribeVisit): Promise<Page> {
    return await Promise.resolve(askingPage(languageOf(languages)))
  }

  /** Does what a button or a mail program asks for, and says so; asks again (422) where the body asks for nothing. */
  async submit({ token, languages, headers = {}, body = new Uint8Array() }: UnsubscribeVisit): Promise<Page> {
    const language = languageOf(languages)
    const choice = choiceOf(body, headers['content-type'] ?? '')
    if (choice === undefined) return askingPage(language, 422)
    const message = await this.#uses.messages.find(token, 'unsubscribe')
    if (message) {
      const actor = visitorActor(message.user_from, message.id)
      await this.#uses.units.write(actor, (resolve) => resolve(Unsubscriber).withdraw(message.id, choice, 'unsubscribe link'))
    }
    return donePage(language, choice)
  }
}

function visitorActor(organization: string, message: string): Actor {
  const via = { type: 'form', id: `unsubscribe:${message}`, label: 'Unsubscribe page' } as const
  return { organization, user: 'public page', scopes: new Set(), via, visibility: 'all' }
}
