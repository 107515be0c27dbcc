import { units } from './units.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockWithSeconds = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayWithYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.NumberFormat(undefined)

/** The time of day, as 14:02. */
export const formatTime = (at: number): string => clock.format(at)

/** The time of day with seconds, as 14:02:09. */
export const formatExactTime = (at: number): string => clockWithSeconds.format(at)

/** The time of day to the millisecond, as 14:02:09.118. */
export const formatMillisecond = (at: number): string => `${formatExactTime(at)}.${String(at % 1000).padStart(3, '0')}`

/** The calendar day, as 7 Nov, with the year when it is not this one. */
export const formatDay = (at: number, now = Date.now()): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayWithYear).format(at)

/** The calendar day with its year, as on paper. */
export const formatDate = (at: number): string => dayWithYear.format(at)

/** The calendar day and the time of day, as 7 Nov 2026, 14:02. */
export const formatMinute = (at: number): string => `${formatDate(at)}, ${formatTime(at)}`

/** How long ago in the fewest characters: the time today, the weekday yesterday, else the day. */
export function formatMoment(at: number, now = Date.now()): string {
  const days = daysBetween(at, now)
  if (days <= 0) return formatTime(at)
  return days === 1 ? weekday.format(at) : formatDay(at, now)
}

/** Midnights between two times in the reader's time zone; negative when `at` is after `now`. */
export function daysBetween(at: number, now: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
  return Math.round((midnight(now) - midnight(at)) / (24 * hour))
}

/** The name of a day: Today, Yesterday, else 7 Nov. */
export function formatDayName(at: number, now = Date.now()): string {
  const days = daysBetween(at, now)
  if (days <= 0) return units.today
  return days === 1 ? units.yesterday : formatDay(at, now)
}

/** Milliseconds in two figures at most: 38 ms, 1.9 s, 1 m 12 s, 2 h 5 m. */
export function formatDuration(ms: number): string {
  if (ms < second - 0.5) return units.milliseconds(Math.max(0, Math.round(ms)))
  if (ms < 9950) return units.seconds((ms / second).toFixed(1))
  if (ms < minute - 500) return units.seconds(Math.round(ms / second))
  if (ms < hour - 500) return two(Math.round(ms / second), 60, [units.minutes, units.seconds])
  return two(Math.round(ms / minute), 60, [units.hours, units.minutes])
}

type Amount = (amount: number) => string

function two(amount: number, base: number, [large, small]: [Amount, Amount]): string {
  const rest = amount % base
  const begun = large(Math.floor(amount / base))
  return rest === 0 ? begun : `${begun} ${small(rest)}`
}

/** A running clock: 0:41, 12:05, 1:02:05. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / second))
  const padded = (amount: number): string => String(amount).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${padded(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(seconds % 60)}`
}

/** Bytes in decimal units: 812 bytes, 8.4 KB, 12 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return units.bytes(bytes)
  const [size, unit] = bytes < 999_500 ? [1e3, units.kilobytes] : [1e6, units.megabytes]
  const amount = bytes / size
  return unit(amount < 9.95 ? amount.toFixed(1) : whole.format(Math.round(amount)))
}

/** A number and its noun: 1 tool, 3 tools, 12,000 rows. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`
