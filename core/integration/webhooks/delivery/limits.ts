/** Requests under way to one endpoint at a time: fewer than the failures that deactivate it, so that no single burst can. */
export const inFlightPerEndpoint = 16

/** Requests under way in one process. */
export const inFlightInAll = 512

/** Deliveries that one transaction takes up or finishes. */
export const batchSize = 256

/** Deliveries that one transaction sets aside or forgets: a long backlog in one statement would keep all other endpoints waiting. */
export const asideSize = 1000

/** How long a claim holds: longer than any request takes; after it another worker takes the delivery over. */
export const leaseMs = 30_000

/** A lease that ends later than this was given by a clock that has since been set back. */
export const leaseTooLongMs = 600_000

/** How long the old secret signs beside a new one. */
export const rotationOverlapMs = 86_400_000

/** How long the delivery log and held deliveries are kept. */
export const keptMs = 30 * 86_400_000

/** Entries of the delivery log that are shown (contract 8.1). */
export const shownDeliveries = 50
