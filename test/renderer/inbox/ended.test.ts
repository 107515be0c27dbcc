import { expect, test, vi } from 'vitest'
import type { Ask } from '../../../shared/asks/asks.ts'

test('[FUI-10] a request that ended unanswered is remembered over a reload, until the note is dismissed', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const question = { server: 'asking', running: [], message: '', schema: {}, secrets: [] }
  const ask: Ask = { id: 'a', kind: 'form', question, contentHash: 'h' }
  const closed = { type: 'ask.closed', ask: 'a', kind: 'form', by: 'expired', operation: undefined } as const
  const stored = (): unknown => JSON.parse(kept.get('atrium.ended') ?? 'null')
  const { hearEnd } = await import('../../../renderer/state/asks.ts')
  hearEnd({ seq: 1, at: 7, event: closed }, [ask])
  expect(stored()).toEqual({ asking: 7 })
  vi.resetModules()
  const again = await import('../../../renderer/state/asks.ts')
  again.hearEnd({ seq: 2, at: 8, event: closed }, [{ ...ask, question: { ...question, server: 'other' } }])
  expect(stored()).toEqual({ asking: 7, other: 8 })
  again.forgetEnd('asking')
  expect(stored()).toEqual({ other: 8 })
  vi.unstubAllGlobals()
})
