import type { Conversation } from '../../../shared/state/conversation.ts'
import type { Models } from '../llm/llm.ts'
import type { GivenResults, ResultReading } from './resources/given-results.ts'
import type { ReadBytes } from './resources/attachments.ts'
import type { PickedStore } from './resources/picked.ts'
import type { ServerWait } from './server-wait.ts'
import type { CallDeps } from './tool-call.ts'

/** The parts of the host that a turn uses, beyond those of its calls. */
export type TurnDeps = CallDeps & {
  models: Models
  results: ResultReading
  serverWait: ServerWait
  /** Reads files of the user and of servers. */
  reading: { read: ReadBytes }
}
/** The dependencies of one turn, including its results. */
export type RunDeps = TurnDeps & { given: GivenResults }

/** `history` reads a conversation including everything appended so far; `not-found` if it doesn't exist. */
export type TurnsDeps = Omit<TurnDeps, 'serverWait'> & {
  history: (conversation: string) => Promise<Conversation>
  /** The prompts and resources the user picked, by handle. */
  picked: Pick<PickedStore, 'get'>
}
