import { isDeepStrictEqual } from 'node:util'
import { failureOf } from '../../../shared/state/server-state.ts'
import type { Journal } from '../journal/journal.ts'
import type { Doctor } from './doctor/doctor.ts'
import type { Observation } from './doctor/observation.ts'

type Failed = {
  server: string
  seen: Observation
  /** How the start ended, in a sentence. */
  ended?: string | undefined
  /** The rest of the sentence: whether Atrium retries. */
  says: string
}

type Deps = {
  doctor: Doctor
  journal: Journal
  /** False if the server was started or stopped since then. */
  isCurrent(): boolean
}

/** Looks at this computer for the cause of a failed start, and records what that adds. Never rejects. */
export async function examine(
  { server, seen, ended, says }: Failed,
  { doctor, journal, isCurrent }: Deps,
): Promise<void> {
  const found = await doctor.examine(server, seen, ended)
  const state = journal.state.servers[server]
  const status = state && failureOf(state)
  if (!found || !status || !isCurrent()) return
  const reason = found.reason === undefined ? status.reason : `${found.reason} ${says}`.trim()
  if (reason === status.reason && isDeepStrictEqual(found.finding, status.finding)) return
  journal.append({ type: 'server.examined', server, finding: found.finding, reason })
}
