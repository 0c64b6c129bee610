/** What is missing: a key or half of an endpoint would be a mistake that nobody notices. */
export function aiProblems(given: Readonly<Record<string, unknown>>): string[] {
  const names = ['RAPPORT_AI_URL', 'RAPPORT_AI_MODEL'] as const
  if (![...names, 'RAPPORT_AI_KEY'].some((name) => name in given)) return []
  return names.filter((name) => !(name in given)).map((name) => `${name}: must be set where another RAPPORT_AI_ variable is`)
}

/** What is missing: a server without a sender, or a sender without a server, sends nothing. */
export function mailProblems(given: Readonly<Record<string, unknown>>): string[] {
  const names = ['RAPPORT_SMTP_URL', 'RAPPORT_MAIL_FROM'] as const
  if (!names.some((name) => name in given)) return []
  return names.filter((name) => !(name in given)).map((name) => `${name}: must be set where RAPPORT_SMTP_URL or RAPPORT_MAIL_FROM is`)
}
