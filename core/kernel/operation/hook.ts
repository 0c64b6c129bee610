/**
 * A point at which the folder that declares it lets others take part, so that it need not know them: what follows a change of its records,
 * or a rule that belongs to somebody else. Features take part with `Feature.hooks`; `Registry.attached` answers who does.
 */
export class Hook<T> {
  /** For people who debug. */
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Takes part, as an entry of `Feature.hooks`. */
  attach(value: T): Attachment<T> {
    return { hook: this, value }
  }
}

/** What a feature does at a hook. */
export interface Attachment<T = unknown> {
  readonly hook: Hook<T>
  readonly value: T
}
