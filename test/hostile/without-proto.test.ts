import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('without-proto-host.ts', import.meta.url))
const flags = ['--disable-proto=throw', '--experimental-strip-types', '--no-warnings']

test('[HOST-3] works fully without `__proto__` beside servers of both eras that send it everywhere', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script])
  const malformed = [{ name: '__proto__', problem: 'Its name is reserved.' }]
  expect(JSON.parse(stdout)).toEqual({
    end: 'done',
    outcomes: Array.from({ length: 12 }, () => 'succeeded'),
    malformed: { legacy: malformed, modern: malformed },
    log: 'intact',
    found: true,
    told: [200, 200],
    own: Object.getOwnPropertyNames(Object.prototype).toSorted(),
  })
})
