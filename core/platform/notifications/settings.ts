import type { Static } from '@sinclair/typebox'
import { Registry } from '../../kernel/feature/registry.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { NotificationSetting } from './entity.ts'
import type { NotificationSettings, NotificationSettingsUpdate } from './schema.ts'

/** Which kinds of notifications the acting user wants. */
export class OwnSettings {
  static readonly uses = { records: Records, actor: CurrentActor, registry: Registry, ids: Ids }
  readonly #uses: Resolved<typeof OwnSettings.uses>

  constructor(uses: Resolved<typeof OwnSettings.uses>) {
    this.#uses = uses
  }

  /** All kinds; those that were never switched off are on. */
  async read(): Promise<Static<typeof NotificationSettings>> {
    const enabled = new Map((await this.#stored()).map((each) => [each.type, each.enabled]))
    return {
      settings: this.#uses.registry.all('notices').map(({ type, label }) => ({ type, label, enabled: enabled.get(type) ?? true })),
    }
  }

  /** Switches kinds on or off; the last mention of one counts. Throws `invalid_input` for a kind that there is not. */
  async change(given: Static<typeof NotificationSettingsUpdate>['settings']): Promise<Static<typeof NotificationSettings>> {
    const { records, registry, ids, actor } = this.#uses
    const types = registry.all('notices').map(({ type }) => type)
    const unknown = given.findIndex(({ type }) => !types.includes(type))
    if (unknown >= 0)
      throw invalid(`/settings/${unknown}/type`, 'not_allowed', `No notifications are of the type "${given[unknown]?.type}"`, types)
    const stored = new Map((await this.#stored()).map((each) => [each.type, each]))
    const wanted = new Map(given.map(({ type, enabled }) => [type, enabled]))
    const changed = [...wanted].flatMap(([type, enabled]) => {
      const before = stored.get(type)
      return before && before.enabled !== enabled ? [{ before, changes: { enabled } }] : []
    })
    const added = [...wanted].filter(([type]) => !stored.has(type))
    if (changed.length > 0) await records.update(NotificationSetting, changed)
    if (added.length > 0)
      await records.insert(
        NotificationSetting,
        added.map(([type, enabled]) => ({ id: ids.next(), user_from: actor.organization, recipient: actor.user, type, enabled })),
      )
    const { settings } = await this.read()
    return { settings: settings.map((each) => ({ ...each, enabled: wanted.get(each.type) ?? each.enabled })) }
  }

  async #stored(): Promise<readonly NotificationSetting[]> {
    return await this.#uses.records.findBy(NotificationSetting, 'recipient', [this.#uses.actor.user])
  }
}
