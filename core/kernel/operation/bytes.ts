import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/** Output of an operation that answers a file of this media type, as it is and not as JSON. */
export function Bytes(media: string, description: string): TUnsafe<Uint8Array> {
  return Type.Unsafe({ type: 'string', contentMediaType: media, description, [MARK]: media })
}

/** Output of an operation that answers a file piece by piece, so that one of any size is never in memory as a whole. */
export function Pieces(media: string, description: string): TUnsafe<AsyncIterable<Uint8Array>> {
  return Type.Unsafe({ type: 'string', contentMediaType: media, description, [MARK]: media })
}

/** The media type of an operation that answers a file; undefined for every other. */
export function mediaOf(output: TSchema): string | undefined {
  return output[MARK]
}

const MARK = 'x-bytes'
