/** What an access token opens: the tools of MCP, or the REST API. */
export const audiences = ['tools', 'api'] as const
/** What an access token opens. */
export type Audience = (typeof audiences)[number]
