import { expect, test } from 'vitest'
import { href, parseRoute, type Route } from '../../../renderer/state/routes.ts'
import { isPressed } from '../../../renderer/ui/keys.tsx'

test.each<Route>([
  { page: 'chat', conversation: undefined },
  { page: 'chat', conversation: 'a/b #?%' },
  { page: 'servers', server: undefined },
  { page: 'servers', server: 'My server.1' },
  { page: 'audit', seq: undefined },
  { page: 'audit', seq: 48_211 },
  { page: 'settings' },
])('[UI-18] the address of %o leads back to it', (route) => {
  expect(parseRoute(href(route))).toEqual(route)
})

test.each(['', '#', '#/nowhere', '#launch=abc', '#/c/%E0%A4%A'])('[UI-18] %s leads to a conversation', (hash) => {
  expect(parseRoute(hash).page).toBe('chat')
})

test.each(['#/audit/0', '#/audit/-3', '#/audit/x', '#/audit/1.5'])(
  '[UI-18] %s is the audit without a record',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'audit', seq: undefined })
  },
)

test('[UI-19] a combination needs its modifiers and no others', () => {
  const press = (key: string, held: string[] = []) => ({
    key,
    ctrlKey: held.includes('Ctrl'),
    shiftKey: held.includes('Shift'),
    altKey: held.includes('Alt'),
    metaKey: held.includes('Meta'),
  })
  expect(isPressed(press('b', ['Ctrl']), 'Ctrl B')).toBe(true)
  expect(isPressed(press('B', ['Ctrl', 'Shift']), 'Ctrl B')).toBe(false)
  expect(isPressed(press('b'), 'Ctrl B')).toBe(false)
  expect(isPressed(press('b', ['Ctrl', 'Alt']), 'Ctrl B')).toBe(false)
  expect(isPressed(press('b', ['Meta']), 'Ctrl B')).toBe(false)
  expect(isPressed(press('?', ['Shift']), '?')).toBe(true)
  expect(isPressed(press(',', ['Ctrl']), 'Ctrl ,')).toBe(true)
  expect(isPressed(press('F6', ['Shift']), 'F6')).toBe(false)
})
