import type { Engine } from 'rapport-crm'
import { tablesOf } from '../../platform/access/tables.ts'

/** A picture of one dot. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
/** As much of a document as tells what it is. */
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')

/** Bytes in pieces of a size, as a socket brings them. */
export async function* pieces(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** All of a file. */
export async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of file) all.push(piece)
  return Buffer.concat(all)
}

/** What is kept of bytes: the states of files, and how many parts the database has. */
export async function kept(engine: Engine): Promise<{ states: string[]; parts: number }> {
  const { stored_files: files = [], file_parts: parts = [] } = await tablesOf(engine)
  return { states: files.map(({ state }) => String(state)).toSorted(), parts: parts.length }
}
