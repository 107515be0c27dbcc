import type { HostState } from '../../../shared/state/state.ts'
import type { Dialogs } from './dialogs.ts'
import { whatRuns } from './words.ts'

type Quitting = { state: () => HostState; dialogs: Dialogs; end: () => void }

/** Ends Atrium; while something runs, only if the person wants it stopped. */
export function quitter({ state, dialogs, end }: Quitting): () => void {
  let asking = false
  async function quit(): Promise<void> {
    if (asking) return
    const running = whatRuns(state())
    if (running === undefined) return end()
    asking = true
    const wanted = await dialogs.choose(running).finally(() => (asking = false))
    if (wanted) end()
  }
  return () => void quit()
}
