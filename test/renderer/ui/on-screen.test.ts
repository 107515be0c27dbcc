import { expect, test } from 'vitest'
import { isWholeOnScreen } from '../../../renderer/ui/arming/use-armed.ts'

const away = { isIntersecting: false, intersectionRatio: 0 }
const half = { isIntersecting: true, intersectionRatio: 0.5 }
const whole = { isIntersecting: true, intersectionRatio: 1 }

test.each([
  [[whole], true],
  [[half], false],
  [[away], false],
  [[], false],
  [[away, half, whole], true],
  [[whole, away], false],
])('[CHAT-8] follows the last of several visibility reports in a busy window: %j', (entries, seen) => {
  expect(isWholeOnScreen(entries)).toBe(seen)
})
