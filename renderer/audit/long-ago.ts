import { strings } from '../strings/strings.ts'
import { formatDay, formatTime } from '../strings/format/time.ts'

const words = strings.auditLog.check

const minute = 60_000

/** When something was, in minutes within the last hour, else as a day and a time. */
export function longAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / minute)
  if (minutes < 1) return words.justNow
  return minutes < 60 ? words.minutesAgo(minutes) : words.on(formatDay(at, now), formatTime(at))
}
