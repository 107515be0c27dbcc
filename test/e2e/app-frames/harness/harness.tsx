import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../../renderer/tokens.css'
import '../../../../renderer/base.css'
import { canShowApps, AppFrame } from '../../../../renderer/ui/app-frame/app-frame.tsx'
import type { Harness, Shown } from '../framed.ts'

// A page in place of the conversation: shows frames and keeps their messages. Its clock doesn't move, and a test says
// when it is time for a ping.

performance.now = () => 0

const ticks = new Set<() => void>()
globalThis.setInterval = ((tick: () => void) => void ticks.add(tick)) as unknown as typeof setInterval
globalThis.clearInterval = () => undefined

let shown: readonly Shown[] = []
const listeners = new Set<() => void>()
const senders = new Map<string, (message: unknown) => void>()

function change(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

const harness: Harness = {
  canShowApps: canShowApps(),
  shown: () => shown,
  show: (title, address) => change([...shown, { title, address, messages: [], ready: 0, gone: [] }]),
  hide: (title) => change(shown.filter((it) => it.title !== title)),
  send: (title, message) => senders.get(title)?.(message),
  tick: () => {
    for (const tick of ticks) tick()
  },
}
Object.assign(globalThis, { harness })

function Frames() {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return all.map((it) => (
    <AppFrame
      key={it.title}
      address={it.address}
      title={it.title}
      height={60}
      onMessage={(message) => it.messages.push(message)}
      onGone={(why) => it.gone.push(why)}
      post={(send) => {
        it.ready += 1
        senders.set(it.title, send)
        return () => senders.delete(it.title)
      }}
      outlive={() => undefined}
    />
  ))
}

const place = document.querySelector('#root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Frames />
    </StrictMode>,
  )
