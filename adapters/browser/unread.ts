/**
 * Reads a body to its end that nobody wanted, and drops it, once a request is answered: some hosts otherwise close the connection while the
 * client still sends, which loses the answer.
 */
export async function dropUnread(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const reader = request.body.getReader()
  const isOver = () =>
    reader.read().then(
      ({ done }) => done,
      () => true,
    )
  while (!(await isOver()));
}
