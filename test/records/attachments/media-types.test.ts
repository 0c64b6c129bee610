import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { mediaTypeOf } from '../../../core/records/attachments/media-types.ts'
import { PDF, PNG } from './files.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const text = (given: string) => Buffer.from(given)
const docx = () => {
  const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`
  return zipSync({ '[Content_Types].xml': strToU8(types), 'word/document.xml': strToU8('<w/>') })
}

describe('the type of a file', () => {
  test.each<[declared: string | undefined, head: Uint8Array, kept: string]>([
    ['application/pdf', PDF, 'application/pdf'],
    ['Application/PDF; charset=binary', PDF, 'application/pdf'],
    [undefined, PDF, 'application/pdf'],
    ['application/octet-stream', PNG, 'image/png'],
    [DOCX, docx(), DOCX],
    [undefined, docx(), DOCX],
    ['text/csv', text('a;b\n1;2\n'), 'text/csv'],
    ['text/calendar', text('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), 'text/calendar'],
    [undefined, text('plain'), 'application/octet-stream'],
    ['text/html', text('<script>alert(1)</script>'), 'application/octet-stream'],
    ['image/svg+xml', text('<svg onload="alert(1)"/>'), 'application/octet-stream'],
    ['application/javascript', text('alert(1)'), 'application/octet-stream'],
    ['application/x-unheard-of', PNG, 'application/octet-stream'],
  ])('that says %s is kept as %s', async (declared, head, kept) => {
    expect(await mediaTypeOf(declared, head)).toBe(kept)
  })

  test.each<[what: string, declared: string, head: Uint8Array, path: string]>([
    ['a picture as a document', 'application/pdf', PNG, '/media_type'],
    ['a web page as a picture', 'image/png', text('<html><script>alert(1)</script>'), '/media_type'],
    ['bytes as text', 'text/plain', Buffer.from([65, 0, 66]), '/media_type'],
    ['a picture as text', 'text/csv', PNG, '/media_type'],
    ['a program of Windows', 'application/octet-stream', Buffer.concat([text('MZ'), Buffer.alloc(200)]), '/content'],
    ['a program of Linux', 'text/plain', Buffer.concat([Buffer.from([0x7f]), text('ELF'), Buffer.alloc(60)]), '/content'],
    ['a script', 'text/plain', text('#!/bin/sh\nrm -rf /\n'), '/content'],
  ])('is refused: %s', async (_what, declared, head, path) => {
    await expect(mediaTypeOf(declared, head)).rejects.toMatchObject({ details: { errors: [{ path, code: 'not_allowed' }] } })
  })
})
