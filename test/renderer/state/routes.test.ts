import { expect, test } from 'vitest'
import { href, parseRoute, type Route } from '../../../renderer/state/routes.ts'
import { isPressed } from '../../../renderer/ui/keys.tsx'

test.each<Route>([
  { page: 'chat', conversation: undefined },
  { page: 'chat', conversation: 'a/b #?%' },
  { page: 'chat', conversation: 'a/b #?%', ask: 'oldest' },
  { page: 'chat', conversation: undefined, ask: 'oldest' },
  { page: 'servers', server: undefined },
  { page: 'servers', server: 'My server.1' },
  { page: 'audit', seq: undefined },
  { page: 'audit', seq: 48_211 },
  { page: 'audit', seq: undefined, call: 48_211 },
  { page: 'settings' },
])('[UI-18] leads from the URL back to %o', (route) => {
  expect(parseRoute(href(route))).toEqual(route)
})

test.each(['', '#', '#/nowhere', '#launch=abc', '#/c/%E0%A4%A'])('[UI-18] opens a conversation for %s', (hash) => {
  expect(parseRoute(hash).page).toBe('chat')
})

test.each(['#/audit/0', '#/audit/-3', '#/audit/x', '#/audit/1.5'])(
  '[UI-18] opens the audit log without a record for %s',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'audit', seq: undefined })
  },
)

test('[UI-19] matches a key combination only with exactly its modifiers', () => {
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
  expect(isPressed(press('ArrowUp', ['Alt']), 'Alt ArrowUp')).toBe(true)
  expect(isPressed(press('ArrowUp'), 'Alt ArrowUp')).toBe(false)
  expect(isPressed(press('?', ['Shift']), '?')).toBe(true)
  expect(isPressed(press(',', ['Ctrl']), 'Ctrl ,')).toBe(true)
  expect(isPressed(press('F6', ['Shift']), 'F6')).toBe(false)
})
