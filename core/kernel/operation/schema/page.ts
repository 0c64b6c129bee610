import { type Static, Type } from '@sinclair/typebox'
import { Closed, Nullable, Text } from './schema.ts'

/** What the operation of a page gets from the request, besides its path and the fields of its form. */
export const visit = {
  languages: Type.Optional(Text(500, { description: 'As the browser prefers them: `Accept-Language`' })),
  ip: Type.Optional(Nullable(Text(60, { description: 'Address of the visitor' }))),
  passive: Type.Optional(Type.Boolean({ description: 'Nobody looks at it: a robot, a preview, a HEAD request' })),
}

/** What the operation of a page answers: a part of an HTML document, or where to go on. */
export const Page = Closed({
  status: Type.Integer({ description: 'HTTP status' }),
  language: Text(35, { description: 'BCP 47' }),
  title: Text(500, { description: 'Title of the document' }),
  style: Type.String({ description: 'CSS, the only one that the document may use' }),
  body: Type.String({ description: 'HTML inside of `body`' }),
  location: Type.Optional(Text(2000, { description: 'Goes on there, relative to the page; nothing else is shown' })),
})
export type Page = Static<typeof Page>
