import { subscribe } from 'node:diagnostics_channel'
import type { SentFrame } from '../../../main/host/mcp/reports/server-reports.ts'
import { problemOf } from './check.ts'

/** Loaded before a host that runs in its own process: an invalid frame ends the host, and so fails the test. */
subscribe('atrium:sent-frames', (frame) => {
  const problem = problemOf(frame as SentFrame)
  if (problem === undefined) return
  process.stderr.write(`An invalid frame was sent. ${problem}\n`)
  process.exit(86)
})
