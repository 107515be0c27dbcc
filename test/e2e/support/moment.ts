/** The time of everything in a picture. */
export const moment = Date.parse('2026-11-16T08:41:00Z')
