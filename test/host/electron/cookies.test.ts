import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** The code of the window and its pages. */
const files = ['renderer', 'preload', 'main/shells/electron', 'main/shells/common'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|html)$/.test(name))
    .map((name) => path.join(folder, name)),
)

test('[ELE-78] keeps no cookie in the window, so none needs a key of the system’s keyring', () => {
  const touches = /document\.cookie|cookieStore|\.cookies\b|set-cookie/i
  const code = [...files, 'main/electron.ts'].map((name) => ({
    name,
    text: readFileSync(path.join(root, name), 'utf8'),
  }))
  expect(code.length).toBeGreaterThan(100)
  expect(code.filter(({ text }) => touches.test(text)).map(({ name }) => name)).toEqual([])
  expect(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')).toContain('enableCookieEncryption: false')
})
