import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { keyMap, pressedKey } from '../../../renderer/ui/key-map.ts'

const renderer = fileURLToPath(new URL('../../../renderer', import.meta.url))

/** Keys that a control itself names; `<Keys>` only explains the list around it. */
const written = globSync('**/*.tsx', { cwd: renderer }).flatMap((file) =>
  [...readFileSync(path.join(renderer, file), 'utf8').matchAll(/<(\w+)\b[^<>]*?\bkeys="([^"]+)"/g)].flatMap(
    ([, element, keys = '']) => (element === 'Keys' ? [] : [{ file, keys }]),
  ),
)

/** Whether a row of the table has this key, alone or as one of several. */
const isListed = (keys: string): boolean =>
  Object.values(keyMap).some((row) => {
    const parts = keys.split(' ')
    const key = parts.pop() ?? ''
    const rowParts = row.keys.split(' ')
    return rowParts.includes(key) && parts.every((held) => rowParts.includes(held))
  })

describe('[FRA-22] the table of keys', () => {
  test('has every key that a control shows', () => {
    expect(written.length).toBeGreaterThan(20)
    expect(written.filter(({ keys }) => !isListed(keys))).toEqual([])
  })

  test('says each of its keys in one row only', () => {
    const all = Object.values(keyMap).map(({ keys }) => keys)
    expect(all.filter((keys, index) => all.indexOf(keys) !== index)).toEqual([])
  })

  test('decides which key an event pressed', () => {
    const event = (key: string, held: Partial<KeyboardEvent> = {}) => ({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...held,
    })
    expect(pressedKey(event('2'), 'policies')).toBe(1)
    expect(pressedKey(event('2', { ctrlKey: true }), 'policies')).toBeUndefined()
    expect(pressedKey(event('ArrowDown', { altKey: true }), 'conversations')).toBe(1)
  })
})
