import type { Api } from 'rapport-crm'
import { createClient, type Client, type Download, type Rapport, RapportError, type Streamed } from 'rapport-crm/client'
import { describe, expectTypeOf, it } from 'vitest'

// Checked by the compiler (`npm run types`, and `budget.test.ts` against the published declarations); never run.
declare const crm: Client

type InputOf<F> = F extends (input: infer I, ...rest: never) => unknown ? Exclude<I, undefined> : never
type AnswerOf<F> = F extends (...args: never) => Promise<infer R> ? R : never
/** Files and streams are iterated in both. In process, records that changes answer have `included` in their type. */
type Differing<A, B> = A extends AsyncIterable<unknown> | Uint8Array
  ? B extends AsyncIterable<unknown>
    ? never
    : 'iteration'
  : string extends keyof A
    ? never
    : Exclude<keyof A, keyof B | 'included'>

/** `group.method` of each operation of the engine that the client lacks, or of which it does not know all fields. */
type Different<Part extends 'name' | 'input' | 'answer'> = {
  [G in keyof Api & string]: {
    [M in keyof Api[G] & string]: G extends keyof Client
      ? M extends keyof Client[G]
        ? Part extends 'name'
          ? never
          : Differing<
                Part extends 'input' ? InputOf<Api[G][M]> : AnswerOf<Api[G][M]>,
                Part extends 'input' ? InputOf<Client[G][M]> : AnswerOf<Client[G][M]>
              > extends never
            ? never
            : `${G}.${M}`
        : `${G}.${M}`
      : G
  }[keyof Api[G] & string]
}[keyof Api & string]

describe('the client', () => {
  it('has each operation under the name that it has in process', () => {
    expectTypeOf<Different<'name'>>().toEqualTypeOf<never>()
  })

  it('takes and answers the same fields as in process', () => {
    expectTypeOf<Different<'input'>>().toEqualTypeOf<never>()
    expectTypeOf<Different<'answer'>>().toEqualTypeOf<never>()
  })

  it('knows the fields of records, words of the catalog included', async () => {
    const contact = await crm.contacts.create({ email: 'ada@forge.example', lifecycle_stage: 'customer' })
    expectTypeOf(contact).toEqualTypeOf<Rapport.Contact>()
    expectTypeOf(contact.email).toEqualTypeOf<string | null>()
    expectTypeOf(contact.tags).toEqualTypeOf<string[]>()
    expectTypeOf((await crm.contacts.delete({ id: '1' })).deleted).toEqualTypeOf<true>()
    // @ts-expect-error: there is no such field
    void crm.contacts.create({ emial: 'ada@forge.example' })
    // @ts-expect-error: the id is missing
    void crm.contacts.get({})
    // @ts-expect-error: there is no such stage
    void crm.contacts.create({ email: 'ada@forge.example', lifecycle_stage: 'champion' })
  })

  it('knows the items of pages, of streams, and files', async () => {
    for await (const contact of crm.contacts.all({ limit: 200 })) expectTypeOf(contact).toEqualTypeOf<Rapport.Contact>()
    for await (const deal of crm.deals.searchAll({})) expectTypeOf(deal.amount).toEqualTypeOf<number>()
    for await (const event of await crm.events.stream()) expectTypeOf(event).toExtend<Streamed<Rapport.Event | object>>()
    expectTypeOf(await crm.quotes.pdf({ id: '1' })).toEqualTypeOf<Download>()
  })

  it('has errors whose codes are known', () => {
    const error = new RapportError('not_found', 'Not found')
    expectTypeOf(error.code).extract<'rate_limited'>().toEqualTypeOf<'rate_limited'>()
    expectTypeOf(createClient({ url: 'http://127.0.0.1' })).toEqualTypeOf<Client>()
  })
})
