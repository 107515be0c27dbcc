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

describe('[CHAT-8] a consent needs half a second in which the ask could be read', () => {
  test('not before, and from then on', () => {
    expect(armingMs.once).toBe(500)
    expect(pressAt(readFrom0(), 499)).toBe(false)
    expect(pressAt(readFrom0(), 500)).toBe(true)
    expect(readFrom0().remaining(200)).toBe(300)
  })

  test('[APU-10] a lasting consent needs a second and a half', () => {
    const arming = new Arming(armingMs.lasting)
    arming.update(readable, 0)
    expect(pressAt(arming, 1499)).toBe(false)
    expect(pressAt(arming, 1500)).toBe(true)
  })

  test('nothing runs down while it is off screen or the window has no focus', () => {
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
  ])('the time starts again after %s', (_why, interruption) => {
    const arming = readFrom0()
    arming.update(interruption, 600)
    arming.update(readable, 700)
    expect(pressAt(arming, 1199)).toBe(false)
    expect(pressAt(arming, 1200)).toBe(true)
  })

  test('the time starts again when the content changes', () => {
    const arming = readFrom0()
    arming.update({ ...readable, content: 'b' }, 600)
    expect(pressAt(arming, 1099)).toBe(false)
    expect(pressAt(arming, 1100)).toBe(true)
  })

  test('an update that changes nothing takes nothing away', () => {
    const arming = readFrom0()
    arming.update(readable, 499)
    expect(pressAt(arming, 500)).toBe(true)
  })
})

describe('[CHAT-9] a press that began too early', () => {
  test('does not count, however long it is held', () => {
    expect(pressAt(readFrom0(), 499, 5000)).toBe(false)
  })

  test('is forgotten with its end: the next one counts', () => {
    const arming = readFrom0()
    expect(pressAt(arming, 100, 600)).toBe(false)
    expect(pressAt(arming, 700)).toBe(true)
  })

  test('does not count either when the content changed under it', () => {
    const arming = readFrom0()
    arming.down(600)
    arming.update({ ...readable, content: 'b' }, 601)
    expect(arming.press(700)).toBe(false)
  })

  test('one that began in time counts though the page moved under it, and not where the window lost the focus', () => {
    const arming = readFrom0()
    arming.down(600)
    arming.update({ ...readable, visible: false }, 650)
    expect(arming.press(700)).toBe(true)
    arming.update(readable, 1000)
    arming.down(1600)
    arming.update({ ...readable, focused: false }, 1650)
    expect(arming.press(1700)).toBe(false)
  })

  test('a press without a key or a button, as assistive technology makes it, counts when it is armed', () => {
    const arming = readFrom0()
    expect(arming.press(400)).toBe(false)
    expect(arming.press(600)).toBe(true)
  })
})
