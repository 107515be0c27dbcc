/** The time of everything in a picture. */
export const moment = Date.parse('2026-11-16T08:41:00Z')

/** Nothing in the pictures varies: how much may differ at the edges of letters. */
export const tolerance = { maxDiffPixels: 10, threshold: 0.05 }
