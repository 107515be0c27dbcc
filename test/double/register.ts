import { createRequire, registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Runs before the app: from here on `electron` is the double, and a test can reach it. */
const here = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: here, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(require.resolve('electron/package.json'), 'utf8')) as { version: string }
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: version } })
Object.assign(process, { type: 'browser', resourcesPath: path.resolve() })
require('./person.cjs')
await import('./control.ts')
