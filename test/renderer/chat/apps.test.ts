import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AppHeight, wantedHeight } from '../../../renderer/chat/app/app-height.ts'
import { appVariables } from '../../../renderer/chat/app/surroundings.ts'
import { beginApp, mostLiveApps, sawApp } from '../../../renderer/state/chat/live-apps.ts'

const limits = { width: 700, least: 48, most: 600 }

describe('an app’s height', () => {
  test('[APP-29] is read from the app’s own message, and from nothing else', () => {
    const size = (params: object) => ({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params })
    expect(wantedHeight(size({ width: 10, height: 427 }))).toBe(427)
    for (const height of ['427', Number.NaN, Infinity, undefined, {}])
      expect(wantedHeight(size({ height }))).toBeUndefined()
    expect(wantedHeight({ jsonrpc: '2.0', method: 'ping', params: { height: 10 } })).toBeUndefined()
  })

  test('[APP-29] follows the app within the limits, but not a few pixels down', () => {
    const height = new AppHeight(48, () => 0)
    expect(height.take(427, limits)).toBe(427)
    expect(height.take(424, limits)).toBe(427)
    expect(height.take(300, limits)).toBe(300)
    expect(height.take(100_000, limits)).toBe(600)
    expect(height.take(-5, limits)).toBe(48)
  })

  test('[APP-29] stays at the largest if the app swings between two, until the width changes', () => {
    const height = new AppHeight(48, () => 0)
    for (let i = 0; i < 30; i++) height.take(i % 2 === 0 ? 400 : 200, limits)
    expect(height.take(200, limits)).toBe(400)
    expect(height.take(200, { ...limits, width: 300 })).toBe(200)
  })
})

test('[APP-32] an app gets every colour as a value for both themes, and nothing that refers to Atrium’s page', () => {
  const css = readFileSync(new URL('../../../renderer/tokens.css', import.meta.url), 'utf8')
  const token = (name: string): string => new RegExp(`\n  ${name}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const variables = appVariables(token, 16)
  const colours = Object.entries(variables).filter(([name]) => name.startsWith('--color-'))
  expect(colours).toHaveLength(37)
  for (const [name, value] of colours)
    expect([name, value]).toEqual([name, expect.stringMatching(/^(light-dark\(#|transparent)/)])
  expect(variables).toMatchObject({ '--font-text-md-size': '13px', '--border-radius-md': '10px' })
  for (const value of Object.values(variables)) expect(value).not.toMatch(/var\(|rem\b/)
})

test('[APP-48] at most six apps run in a window: a further one ends the one that was longest out of sight', () => {
  const closed: string[] = []
  const ends = Array.from({ length: mostLiveApps }, (_, index) =>
    beginApp(`call ${index}`, () => closed.push(`call ${index}`)),
  )
  sawApp('call 0')
  ends.push(beginApp('another', () => closed.push('another')))
  expect(closed).toEqual(['call 1'])
  for (const end of ends) end()
})
