/** The words of another system as far as the kernel knows them; what they mean is declared by ingest, which reads them. */
export interface DeclaredVocabulary {
  /** Unique, kebab-case: `sage-100`. */
  readonly name: string
  /** As people call the product. */
  readonly title: string
  readonly fingerprint: object
  readonly aliases: object
}
