import { type TUnsafe, Type } from '@sinclair/typebox'

/** What `GET /openapi.json` answers; what else is in it is said by the OpenAPI specification. */
export const descriptionSchema: TUnsafe<object> = Type.Unsafe(
  Type.Object({ openapi: Type.String({ description: 'Version of the format' }) }, { additionalProperties: true }),
)
