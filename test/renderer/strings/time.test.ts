import { expect, test } from 'vitest'
import {
  daysBetween,
  formatBytes,
  formatCount,
  formatDuration,
  formatElapsed,
} from '../../../renderer/strings/format/time.ts'

test.each([
  [0, '0 ms'],
  [38, '38 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1000, '1.0 s'],
  [1940, '1.9 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 m'],
  [72_000, '1 m 12 s'],
  [3_599_400, '59 m 59 s'],
  [3_599_600, '1 h'],
  [7_500_000, '2 h 5 m'],
])('[UI-10] writes %d ms as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

test.each([
  [0, '0:00'],
  [41_999, '0:41'],
  [725_000, '12:05'],
  [3_725_000, '1:02:05'],
  [-5, '0:00'],
])('[UI-10] shows %d ms on a running clock as %s', (ms, words) => {
  expect(formatElapsed(ms)).toBe(words)
})

test.each([
  [1, '1 byte'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [8400, '8.4 KB'],
  [9950, '10 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [12_000_000, '12 MB'],
])('[UI-10] writes %d bytes as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('[UI-10] makes a noun agree with its count', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'tool'))).toEqual(['0 tools', '1 tool', '2 tools'])
  expect(formatCount(2, 'entry', 'entries')).toBe('2 entries')
})

test('[UI-10] counts days by midnights, even across the change to winter time', () => {
  expect(daysBetween(new Date(2026, 9, 24, 23, 59).getTime(), new Date(2026, 9, 26, 0, 1).getTime())).toBe(2)
  expect(daysBetween(new Date(2026, 9, 25, 0, 1).getTime(), new Date(2026, 9, 25, 23, 59).getTime())).toBe(0)
})
