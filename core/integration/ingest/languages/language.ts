/** Header words of one language, as the concepts they stand for; concepts are short English words. */
export interface Language {
  readonly code: string
  /** concept -> the words that mean it, folded (no marks, lower case) and separated by blanks. */
  readonly words: Readonly<Record<string, string>>
  /** sequence of concepts or unknown words -> the concepts it means together. */
  readonly phrases: Readonly<Record<string, string>>
  /** words without meaning of their own. */
  readonly stop: string
  /** headers that mean another field once a second field is present in the batch. */
  readonly pairs?: readonly { readonly object: string; readonly header: string; readonly field: string; readonly beside: string }[]
}
