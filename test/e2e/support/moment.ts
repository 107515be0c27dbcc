/** When everything in a picture happens. */
export const moment = Date.parse('2026-11-16T08:41:00Z')
