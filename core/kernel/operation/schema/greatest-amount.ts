/** The greatest amount of money: its units of 1/10,000, in which amounts are stored and computed, are whole numbers that JSON carries exactly. */
export const GREATEST_AMOUNT = Math.floor(Number.MAX_SAFE_INTEGER / 10_000)
