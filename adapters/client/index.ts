export { type Client, createClient } from './client.ts'
export { Download } from './download.ts'
export { type FailureCode, type FieldError, RapportError } from './errors.ts'
export { type Streamed } from './events.ts'
export { type Answered, type CallOptions, type ClientOptions } from './options.ts'
export { type Route } from './route.ts'
/** The types of all inputs and answers: `Rapport.Contact`, `Rapport.CreateContactInput`, ... */
export type * as Rapport from './generated/types.ts'
