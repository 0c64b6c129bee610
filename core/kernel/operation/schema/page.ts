import { type Static, Type } from '@sinclair/typebox'
import { Closed, Nullable, Text } from './schema.ts'

/** What the operation of a page gets from the request, besides its path and the fields of its form. */
export const visit = {
  languages: Type.Optional(Text(500, { description: 'As the browser prefers them: `Accept-Language`' })),
  ip: Type.Optional(Nullable(Text(60, { description: 'Address of the visitor' }))),
  passive: Type.Optional(Type.Boolean({ description: 'Nobody looks at it: a robot, a preview, a HEAD request' })),
}

/**
 * What it gets besides if it takes more than the forms of its own pages. Who asks for `origin` judges it: requests of other sites reach it. Who
 * asks for `body` gets the bytes of any media type, up to 1 MiB, instead of the fields of a form; it names `body` and `headers` as `foreign`.
 */
export const sentRequest = {
  method: Type.Optional(Text(10, { description: '`GET`, `HEAD`, `POST`, `PUT`' })),
  origin: Type.Optional(Nullable(Text(300, { description: 'Site of the page that sends it: `Origin`' }))),
  agent: Type.Optional(Text(1000, { description: 'Program that sends it: `User-Agent`' })),
  accepts: Type.Optional(Text(500, { description: 'What the sender wants to read: `Accept`' })),
  query: Type.Optional(Text(4000, { description: 'Of the address, without the question mark' })),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), { maxProperties: 100, description: 'All headers by name in lower case, 16 KiB in all' }),
  ),
  body: Type.Optional(Type.Uint8Array({ maxByteLength: 1_048_576, description: 'The bytes as they were sent' })),
}

/** What the operation of a page answers: a part of an HTML document, or where to go on. */
export const Page = Closed({
  status: Type.Integer({ description: 'HTTP status' }),
  language: Text(35, { description: 'BCP 47' }),
  title: Text(500, { description: 'Title of the document' }),
  style: Type.String({ description: 'CSS, the only one that the document may use' }),
  body: Type.String({ description: 'HTML inside of `body`' }),
  location: Type.Optional(Text(2000, { description: 'Goes on there, relative to the page; nothing else is shown' })),
  leads_to: Type.Optional(
    Type.Array(Text(300), { maxItems: 10, description: 'Origins of other sites to which its forms may lead, with `https://`' }),
  ),
})
export type Page = Static<typeof Page>

/**
 * What the operation of a page answers to programs, scripts and images: a text or bytes with their media type, or where to go on (any address).
 * Headers that it does not name are those of pages: no caches, no other sites.
 */
export const RawAnswer = Closed({
  status: Type.Integer({ description: 'HTTP status' }),
  media: Text(200, { description: '`Content-Type`' }),
  content: Type.Unsafe<string | Uint8Array>({ description: 'Text in UTF-8, or bytes' }),
  headers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Further headers by name in lower case' })),
})
export type RawAnswer = Static<typeof RawAnswer>
