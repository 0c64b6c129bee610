declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** The host that the check has started. */
export const host = { url: `${process.env['HOST_URL']}/api/v1`, key: process.env['HOST_KEY'] ?? '' }

export function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`)
}
