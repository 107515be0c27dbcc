import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('without-proto-host.ts', import.meta.url))
const flags = ['--disable-proto=throw', '--experimental-strip-types', '--no-warnings']

test.each(['legacy', 'modern'])(
  '[HOST-3] a host that may not touch `__proto__` does all of its work beside a %s server that says it everywhere',
  async (era) => {
    const env = { ...process.env, MCP_ERA: era }
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script], { env })
    expect(JSON.parse(stdout)).toEqual({
      end: 'done',
      outcomes: Array.from({ length: 6 }, () => 'succeeded'),
      malformed: [{ name: '__proto__', problem: 'Its name is reserved.' }],
      log: 'intact',
      found: true,
      told: [200, 200],
      own: Object.getOwnPropertyNames(Object.prototype).toSorted(),
    })
  },
)
