// Twice what a batch may have: whoever sends on and on is cut off.
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Reads a body that nobody wanted and drops it, once a request is answered: some hosts otherwise close the connection while the client still
 * sends, which loses the answer. Of a body that goes on for more than 64 MiB, the rest is refused.
 */
export async function dropUnread(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const reader = request.body.getReader()
  let bytes = 0
  try {
    for (let part = await reader.read(); !part.done && bytes <= MOST_BYTES; part = await reader.read()) bytes += part.value.length
    await reader.cancel()
  } catch {
    // The client is gone.
  }
}
