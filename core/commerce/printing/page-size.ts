/** The margin of a page in points: A4 is 595.28 x 841.89. */
export const MARGIN = 50
/** Between the margins. */
export const WIDTH = 595.28 - 2 * MARGIN
/** Of the page. */
export const HEIGHT = 841.89
/** The colour of what is less important. */
export const FAINT = '#57606a'
