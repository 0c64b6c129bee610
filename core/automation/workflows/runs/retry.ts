/** After these times a step that failed for a while is tried again, in minutes. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360] as const
