import { say } from './status.ts'

/** Copies the text beside the button. */
export async function copy(button: HTMLElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
    say('Copied')
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  } catch {
    // Pages without https have no clipboard: the text is selected, and one key copies it.
    getSelection()?.selectAllChildren(code)
    say('Selected: copy it with your keyboard')
  }
}
