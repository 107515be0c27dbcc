import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach } from 'vitest'
import type { SentFrame } from '../../../main/host/mcp/reports/server-reports.ts'

/** Runs beside every test: whatever the tested host sent to servers must be valid in the negotiated revision. */
const sent: SentFrame[] = []
const note = (frame: unknown): void => void sent.push(frame as SentFrame)
subscribe('atrium:sent-frames', note)
afterAll(() => void unsubscribe('atrium:sent-frames', note))

afterEach(async () => {
  if (sent.length === 0) return
  const { problemOf } = await import('./check.ts')
  const problems = sent.splice(0).flatMap((frame) => problemOf(frame) ?? [])
  if (problems.length > 0) throw new Error(`Invalid frames were sent.\n${problems.join('\n')}`)
})
