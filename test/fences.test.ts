import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Fence, fences } from './architecture/fences.ts'
import { errorsWithout } from './architecture/taken-out.ts'

function copyWithout(taken: readonly Fence[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-fences-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return errorsWithout(taken, folder)
}

describe('the features behind fences', () => {
  test('can be taken out together', async () => {
    expect(await copyWithout(Object.values(fences))).toEqual([])
  })

  test.each(Object.entries(fences))('can be taken out alone: %s @all', async (_name, fence) => {
    expect(await copyWithout([fence])).toEqual([])
  })
})
