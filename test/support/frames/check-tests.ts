import { subscribe } from 'node:diagnostics_channel'
import { afterEach } from 'vitest'
import type { SentFrame } from '../../../main/host/mcp/reports/server-reports.ts'

/** Runs beside every test: what the host under test sent to servers is valid in the negotiated revision. */
const sent: SentFrame[] = []
subscribe('atrium:sent-frames', (frame) => sent.push(frame as SentFrame))

afterEach(async () => {
  if (sent.length === 0) return
  const { problemOf } = await import('./check.ts')
  const problems = sent.splice(0).flatMap((frame) => problemOf(frame) ?? [])
  if (problems.length > 0) throw new Error(`Invalid frames were sent.\n${problems.join('\n')}`)
})
