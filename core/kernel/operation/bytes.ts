import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/** Output of an operation that answers a file of this media type, as it is and not as JSON. */
export function Bytes(media: string, description: string): TUnsafe<Uint8Array> {
  return Type.Unsafe({ type: 'string', contentMediaType: media, description, [MARK]: media })
}

/** Output of an operation that answers a file piece by piece, so that one of any size is never in memory as a whole. */
export function Pieces(media: string, description: string): TUnsafe<AsyncIterable<Uint8Array>> {
  return Type.Unsafe({ type: 'string', contentMediaType: media, description, [MARK]: media })
}

/** A file as it is given: whole, or piece by piece. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>

/** Field of an input that takes a file as it is and not as JSON (`Operation.upload`). */
export function Content(description: string): TUnsafe<FileContent> {
  return Type.Unsafe({ type: 'string', contentMediaType: 'application/octet-stream', description })
}

/** The media type of an operation that answers a file; undefined for every other. */
export function mediaOf(output: TSchema): string | undefined {
  return output[MARK]
}

const MARK = 'x-bytes'
