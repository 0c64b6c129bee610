/** An argument of a prompt: one record, which adapters complete from those that the caller sees. */
export interface PromptArgument {
  /** The plural of its type, such as `deals`. */
  readonly object: string
  /** What it is for. */
  readonly description: string
  /** Without it, the prompt cannot be used. */
  readonly required?: true
}

/** What a prompt shows beside the records of its arguments. */
export interface PromptReading {
  /** What it is, above the answer. */
  readonly heading: string
  /** The id of the operation that answers it; one that reads. */
  readonly operation: string
  /** Its input, by the ids of the arguments; undefined leaves it out. */
  readonly input: (given: Readonly<Record<string, string | undefined>>) => Readonly<Record<string, unknown>> | undefined
}

/** A request to a model that people choose from a list: what is to be done, with the records that it needs, as the caller sees them. */
export interface PromptType {
  /** snake_case, unique. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** One sentence on what comes of it. */
  readonly description: string
  /** By name; their records are shown first, in this order. */
  readonly arguments: Readonly<Record<string, PromptArgument>>
  /** What is read for it, in this order. */
  readonly reads: readonly PromptReading[]
  /** What the model is asked to do with what it was shown. */
  readonly task: string
}
