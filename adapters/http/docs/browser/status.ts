/** Tells readers who do not see what has changed. */
export function say(text: string): void {
  const status = document.getElementById('status')
  if (status) status.textContent = text
}
