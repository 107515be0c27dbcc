import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { keyringWords } from '../../../main/shells/electron/secrets/words.ts'
import type { Check } from '../support/bench.ts'

export const asksWithoutKeyring: Check = {
  title: 'stores nothing with the key that every program knows unless the user agrees, though the desktop has a name',
  run: async (bench) => {
    await bench.instruct({ exceptions: [{ when: 'without a keyring', press: 'Cancel' }] })
    const { error } = await bench.call('setModelKey', { endpoint: 'anthropic', key: 'a key for the test' })
    expect(error).toEqual({ code: 'unavailable', message: keyringWords.missing })
    expect(existsSync(path.join(bench.directory, 'secrets.keyring.json'))).toBe(false)
  },
}
