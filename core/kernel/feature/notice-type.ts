/** What one teammate is told. */
export interface Told {
  /** E-mail of the teammate. */
  readonly recipient: string
  /** Heading. */
  readonly title: string
  /** What happened, in a sentence or a few lines. */
  readonly body?: string | null
}

/** A kind of notifications that the engine sends by itself; every teammate can switch it off. */
export interface NoticeType {
  /** What happened, such as `task.overdue`: the `type` of the notifications. */
  readonly type: string
  /** What they tell, as settings show it. */
  readonly label: string
  /** The heading of one notification that stands for many at once. */
  readonly many: string
  /** One unread notification about the same record is enough for an hour. */
  readonly hourly?: true
  /** The events that they tell of; `*.created` are those of every record type. */
  readonly on?: readonly string[]
  /** Who is told what of such an event; undefined = nobody. Whoever made the event is never told. */
  readonly tell?: (event: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }) => Told | undefined
}
