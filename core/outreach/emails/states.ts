/**
 * States of a message. Outgoing ones begin as `queued` and end as `sent`, `bounced`, `failed` or `cancelled`; `sending` is in flight, and
 * `uncertain` may have arrived or not. Incoming ones are `received`.
 */
export const emailStates = ['queued', 'sending', 'sent', 'uncertain', 'bounced', 'failed', 'cancelled', 'received'] as const

/** States that few of all messages have, which lists find by an index of their own. */
export const rareEmailStates = ['queued', 'sending', 'uncertain', 'bounced', 'failed', 'cancelled'] as const

/** What a message is for, which decides what its recipients must have agreed to. */
export const emailPurposes = ['personal', 'marketing', 'system'] as const

/** Whether a message carries a way to unsubscribe: with a visible link, only in its headers, or none. */
export const unsubscribeLinks = ['yes', 'no', 'header'] as const

/** What became of a recipient of a message. */
export const recipientStates = ['pending', 'sent', 'refused', 'bounced', 'delayed', 'delivered', 'complained'] as const
