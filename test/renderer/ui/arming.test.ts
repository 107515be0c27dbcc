import { describe, expect, test } from 'vitest'
import { Arming, armingMs } from '../../../renderer/ui/arming/arming.ts'

const readable = { visible: true, focused: true, content: 'a' }

/** An arming that has been readable since 0. */
function readFrom0(): Arming {
  const arming = new Arming()
  arming.update(readable, 0)
  return arming
}

const pressAt = (arming: Arming, down: number, up = down): boolean => {
  arming.down(down)
  return arming.press(up)
}

describe('[CHAT-8] a consent', () => {
  test('counts only after the request was readable for half a second', () => {
    expect(armingMs.once).toBe(500)
    expect(pressAt(readFrom0(), 499)).toBe(false)
    expect(pressAt(readFrom0(), 500)).toBe(true)
    expect(readFrom0().remaining(200)).toBe(300)
  })

  test('[APU-10] needs a second and a half if it lasts', () => {
    const arming = new Arming(armingMs.lasting)
    arming.update(readable, 0)
    expect(pressAt(arming, 1499)).toBe(false)
    expect(pressAt(arming, 1500)).toBe(true)
  })

  test('does not arm while it is off screen or the window lacks focus', () => {
    for (const holds of [
      { ...readable, visible: false },
      { ...readable, focused: false },
    ]) {
      const arming = new Arming()
      arming.update(holds, 0)
      expect(arming.remaining(10_000)).toBeUndefined()
      expect(pressAt(arming, 10_000)).toBe(false)
    }
  })

  test.each([
    ['the window lost focus', { ...readable, focused: false }],
    ['it was scrolled away', { ...readable, visible: false }],
  ])('starts the time again after %s', (_why, interruption) => {
    const arming = readFrom0()
    arming.update(interruption, 600)
    arming.update(readable, 700)
    expect(pressAt(arming, 1199)).toBe(false)
    expect(pressAt(arming, 1200)).toBe(true)
  })

  test('starts the time again when the content changes', () => {
    const arming = readFrom0()
    arming.update({ ...readable, content: 'b' }, 600)
    expect(pressAt(arming, 1099)).toBe(false)
    expect(pressAt(arming, 1100)).toBe(true)
  })

  test('keeps the time through an update that changes nothing', () => {
    const arming = readFrom0()
    arming.update(readable, 499)
    expect(pressAt(arming, 500)).toBe(true)
  })
})

describe('[CHAT-9] a press', () => {
  test('does not count if it began too early, even with a late release', () => {
    expect(pressAt(readFrom0(), 499, 5000)).toBe(false)
  })

  test('counts even if the one before began too early', () => {
    const arming = readFrom0()
    expect(pressAt(arming, 100, 600)).toBe(false)
    expect(pressAt(arming, 700)).toBe(true)
  })

  test('does not count if the content changed under it', () => {
    const arming = readFrom0()
    arming.down(600)
    arming.update({ ...readable, content: 'b' }, 601)
    expect(arming.press(700)).toBe(false)
  })

  test('counts if it began in time and the page moved, but not if the window lost focus', () => {
    const arming = readFrom0()
    arming.down(600)
    arming.update({ ...readable, visible: false }, 650)
    expect(arming.press(700)).toBe(true)
    arming.update(readable, 1000)
    arming.down(1600)
    arming.update({ ...readable, focused: false }, 1650)
    expect(arming.press(1700)).toBe(false)
  })

  test('counts without a key or button, as assistive technology sends it, once armed', () => {
    const arming = readFrom0()
    expect(arming.press(400)).toBe(false)
    expect(arming.press(600)).toBe(true)
  })
})
