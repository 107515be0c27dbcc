import { expect, test } from 'vitest'
import { readLaunchLink } from '../../../renderer/state/carriers/web.ts'

test('[WEB-27] reads a printed link with its address and code', () => {
  expect(readLaunchLink(' http://127.0.0.1:4321/#launch=abc\n')).toEqual({
    href: 'http://127.0.0.1:4321/#launch=abc',
    origin: 'http://127.0.0.1:4321',
    code: 'abc',
  })
})

test.each([
  'abc',
  '#launch=abc',
  'http://127.0.0.1:4321/',
  'https://127.0.0.1:4321/#launch=abc',
  'http://evil.example/#launch=abc',
  'http://127.0.0.1.evil.example/#launch=abc',
  'javascript:alert(1)#launch=abc',
])('[WEB-27] accepts no code from “%s”', (text) => {
  expect(readLaunchLink(text)).toBeUndefined()
})
