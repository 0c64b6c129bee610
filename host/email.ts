import { open } from 'node:fs/promises'
import { inspectEmail } from 'rapport-crm'
import type { Args } from './args.ts'
import { CommandError } from './explain.ts'

/** Bytes of a file that are read; messages are cut there. */
const MOST_BYTES = 25_000_000

/** `rapport email inspect <files...>`: prints one JSON line for each message, as the inbox takes it; a `.txt` is a bare body. */
export async function email({ positionals }: Args): Promise<number> {
  const [what, ...files] = positionals
  if (what !== 'inspect' || files.length === 0)
    throw new CommandError('Say which messages to inspect: rapport email inspect <file.eml|.txt ...>')
  for (const file of files) console.log(JSON.stringify({ file, ...inspectEmail(await startOf(file), file.toLowerCase().endsWith('.txt')) }))
  return 0
}

async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(new Uint8Array(Math.min(size, MOST_BYTES)), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
