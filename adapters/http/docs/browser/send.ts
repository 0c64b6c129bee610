import { parse } from '../call.ts'
import { say } from './status.ts'

// More makes the page slow, and nobody reads it there.
const SHOWN_CHARACTERS = 100_000

/** Sends a request to this host and shows what it answers: status, time, headers and body. */
export async function send(address: string, request: RequestInit, place: HTMLElement): Promise<void> {
  const begun = performance.now()
  const line = document.createElement('p')
  const head = document.createElement('pre')
  const body = document.createElement('pre')
  for (const [pre, name] of [
    [head, 'Headers'],
    [body, 'Answer'],
  ] as const) {
    pre.tabIndex = 0
    pre.setAttribute('role', 'region')
    pre.setAttribute('aria-label', name)
  }
  const tell = (text: string) => {
    line.textContent = text
    say(text)
  }
  place.replaceChildren(line)
  tell('Sent')
  try {
    const answer = await fetch(address, {
      ...request,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    const status = () => `${answer.status} ${answer.statusText}, ${Math.round(performance.now() - begun)} ms`
    head.textContent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    place.replaceChildren(line, head, body)
    tell(status())
    const type = answer.headers.get('content-type') ?? ''
    if (/json|^text\//.test(type)) await read(answer, body, /json/.test(type))
    else body.textContent = `${(await answer.arrayBuffer()).byteLength} bytes of ${type || 'nothing'}`
    tell(status())
  } catch (error) {
    tell(
      error instanceof DOMException && error.name === 'AbortError'
        ? 'Stopped'
        : `Not sent: ${error instanceof Error ? error.message : 'no answer'}`,
    )
  }
}

// As it arrives, since streams do not end by themselves.
async function read(answer: Response, place: HTMLElement, isJson: boolean): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    text += part.value
    if (text.length > SHOWN_CHARACTERS) {
      await reader?.cancel()
      place.textContent = `${text.slice(0, SHOWN_CHARACTERS)}\n... and more`
      return
    }
    if (!isJson) place.textContent = text
  }
  const value = isJson ? parse(text) : undefined
  // Numbers beyond 2^53 would lose digits when they are written again.
  place.textContent = value === undefined || /\d{16}/.test(text) ? text : JSON.stringify(value, null, 2)
}
