/** Requests in flight to one endpoint: fewer than the failures that deactivate it, so that no single burst deactivates it. */
export const inFlightPerEndpoint = 16

/** Requests in flight in one process. */
export const inFlightInAll = 512

/** Deliveries that one transaction claims or completes. */
export const batchSize = 256

/** Milliseconds that a claim holds: longer than any request takes. After it another worker takes the delivery over. */
export const leaseMs = 30_000

/** Milliseconds: a lease that ends later than this was given by a clock that has since been set back. */
export const leaseTooLongMs = 600_000
