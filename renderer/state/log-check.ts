import type { HostLink } from '../../shared/contract/commands.ts'
import type { LogCheck, LogCheckStopped, LogChecking } from '../../shared/contract/log.ts'
import { problemOf } from './action.ts'
import { useLink } from './replica.ts'
import { createStore, useStore, type Store } from './store.ts'

/** The state of the check: not run, running, its findings and when they were made, or why it failed. */
export type LogCheckState =
  | ((LogCheck | LogCheckStopped) & { at: number })
  | LogChecking
  | { state: 'unchecked' }
  | { state: 'failed'; problem: string }

type Check = { state: Store<LogCheckState>; running: symbol | undefined }

/** The last check stays in this window, also after its page is left. */
const checks = new WeakMap<HostLink, Check>()

function checkOf(link: HostLink): Check {
  const known = checks.get(link) ?? { state: createStore<LogCheckState>({ state: 'unchecked' }), running: undefined }
  checks.set(link, known)
  return known
}

/** The last check of the whole log. */
export const useLogCheckState = (): LogCheckState => useStore(checkOf(useLink()).state)

type Checked = {
  check: LogCheckState
  verify(): void
  /** Ends the check for every window waiting for it. */
  cancel(): void
}

/** A check of the whole log, started only by the user. */
export function useLogCheck(): Checked {
  const link = useLink()
  return { check: useLogCheckState(), verify: () => verifyLog(link), cancel: () => void cancel(link) }
}

/** Checks the whole log; `useLogCheckState` has the findings. */
export const verifyLog = (link: HostLink): void => void run(link)

async function run(link: HostLink): Promise<void> {
  const check = checkOf(link)
  const self = Symbol()
  check.running = self
  const set = (state: LogCheckState): void => void (check.running === self && check.state.set(state))
  set({ state: 'checking', checked: 0, records: 0 })
  try {
    while (check.running === self) {
      const found = await link.call('verifyLog', {})
      if (found.state !== 'checking') return set({ ...found, at: Date.now() })
      set(found)
    }
  } catch (error) {
    set({ state: 'failed', problem: problemOf(error) })
  }
}

async function cancel(link: HostLink): Promise<void> {
  const check = checkOf(link)
  const self = Symbol()
  check.running = self
  check.state.set({ state: 'unchecked' })
  try {
    await link.call('stopCheck', {})
  } catch (error) {
    if (check.running === self) check.state.set({ state: 'failed', problem: problemOf(error) })
  }
}
