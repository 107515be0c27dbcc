import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import type { SavedForApp } from '../../../shared/contract/result-commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { asksOfApp } from '../../../shared/state/app-calls.ts'
import { asksOfCall } from '../../../shared/state/state.ts'
import { beginApp, heightOf, keepHeight, type AppCall, sawApp, takeWantedApp } from '../../state/chat/live-apps.ts'
import { AppRelay, type AppHere } from '../../state/chat/app-relay.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useHost, useReplica } from '../../state/replica.ts'
import { apps } from '../../strings/conversation/apps.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { appWork } from '../../strings/conversation/app-work.ts'
import { ui } from '../../strings/ui.ts'
import { classes } from '../../ui/classes.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { canShowApps, AppFrame } from '../../ui/app-frame/app-frame.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './result-app.module.css'
import { AppBar } from './app-bar.tsx'
import { CallsOfApp } from './app-calls.tsx'
import { AppHeight, wantedHeight } from './app-height.ts'
import { leastHeight, mostHeight, surroundingsOf, watchSurroundings } from './surroundings.ts'

const words = apps.place

type ResultAppProps = {
  call: AppCall
  /** Called if the app isn't ready in time, so the result can be shown as text. */
  onLate(): void
}

/** A server's app above its call's result, below Atrium's bar: empty until the user wants to see it. */
export function ResultApp({ call, onLate }: ResultAppProps) {
  const conversation = useOpenConversation()?.id ?? ''
  const replica = useReplica()
  const [relay] = useState(() => new AppRelay({ conversation, call: call.id }, replica))
  const now = useSyncExternalStore(relay.subscribe, relay.now)
  const place = useRef<HTMLElement>(null)
  const [isFilling, setFilling] = useState(false)
  const [isUnable, setUnable] = useState(false)
  const isAsked = useHost((state) => asksOfCall(state, call.id).length + asksOfApp(state, call.id).length > 0)
  // Questions are answered in the conversation.
  const fills = isFilling && now.state === 'open' && !isAsked
  const mode = fills ? 'fullscreen' : 'inline'
  const from = useServerName(call.server)
  useRun(relay, { call: call.id, place, mode, state: now.state })
  useModeWish(relay, { place, mode, now, fill: setFilling })
  const isLate = now.state === 'open' && now.isLate
  const tellLate = useEffectEvent(onLate)
  useEffect(() => {
    if (isLate) tellLate()
  }, [isLate])
  const run = (): void => {
    if (place.current) void relay.open(surroundingsOf(place.current, 'inline'))
  }
  const show = (): void => (canShowApps() ? run() : setUnable(true))
  const open = useEffectEvent(() => {
    if (takeWantedApp(call.id) && canShowApps()) run()
  })
  const hasResult = call.outcome?.status === 'succeeded'
  useEffect(() => {
    if (hasResult) open()
  }, [hasResult])
  return (
    <section
      ref={place}
      className={classes(styles.app, fills && styles.filling)}
      aria-label={words.name(from)}
      data-result-app={now.state}
      data-is-ready={now.state === 'open' && now.isReady}
    >
      <AppBar
        call={call}
        from={from}
        now={now}
        fills={fills}
        onShow={show}
        onClose={() => void relay.close()}
        onFill={setFilling}
      />
      {isUnable && <Note>{ui.appFrame.notHere}</Note>}
      <AppBody relay={relay} now={now} from={from} fills={fills} />
      <CallsOfApp call={call} conversation={conversation} from={from} now={now} onGoOn={() => void relay.goOn()} />
    </section>
  )
}

type RunOf = {
  call: string
  place: RefObject<HTMLElement | null>
  mode: 'inline' | 'fullscreen'
  state: AppHere['state']
}

/** Keeps the app in step with the window while it runs, and ends it with its place. */
function useRun(relay: AppRelay, { call, place, mode, state }: RunOf): void {
  const isOpen = state === 'open'
  const tell = useEffectEvent((now = mode) => place.current && relay.change(surroundingsOf(place.current, now)))
  useEffect(() => {
    if (!isOpen || !place.current) return undefined
    const end = beginApp(call, () => void relay.close())
    const sight = new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && sawApp(call))
    sight.observe(place.current)
    const unwatch = watchSurroundings(place.current, () => tell())
    return () => {
      end()
      sight.disconnect()
      unwatch()
    }
  }, [isOpen, call, relay, place])
  useEffect(() => {
    if (isOpen) tell(mode)
  }, [isOpen, mode])
  useEffect(() => () => void relay.close(), [relay])
}

type WishOf = Pick<RunOf, 'place' | 'mode'> & { now: AppHere; fill(fills: boolean): void }

/**
 * Answers an app's wish for a display mode. An app leaves the window by itself, and fills it only by a press of Atrium's
 * own button: focus in an app doesn't show what its user wants.
 */
function useModeWish(relay: AppRelay, { place, mode, now, fill }: WishOf): void {
  const wish = now.state === 'open' ? now.wish : undefined
  const [heard, setHeard] = useState<number>()
  const take = useEffectEvent((wanted: NonNullable<typeof wish>) => {
    if (wanted.mode === 'inline') fill(false)
    setHeard(wanted.id)
  })
  const answer = useEffectEvent((id: number) => place.current && relay.answer(id, surroundingsOf(place.current, mode)))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the wish comes from outside, once
    if (wish) take(wish)
  }, [wish])
  useEffect(() => {
    if (heard !== undefined) answer(heard)
  }, [heard])
}

type AppBodyProps = { relay: AppRelay; now: AppHere; from: string; fills: boolean }

function AppBody({ relay, now, from, fills }: AppBodyProps) {
  switch (now.state) {
    case 'idle':
      return null
    case 'reading':
      return <Loading what={words.reading(from)} />
    case 'asking':
      return <p className={styles.line}>{words.asking}</p>
    case 'open':
      return <Running key={now.address} relay={relay} now={now} from={from} fills={fills} />
    case 'closed':
      return (
        <Note kind="no" quiet>
          {words.failed(now.problem ?? '')} {words.resultStays}
        </Note>
      )
    default:
      return now satisfies never
  }
}

type RunningProps = { relay: AppRelay; now: Extract<AppHere, { state: 'open' }>; from: string; fills: boolean }

/** The frame with the app. It keeps its place in the document for as long as the app runs. */
function Running({ relay, now, from, fills }: RunningProps) {
  const place = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(() => heightOf(relay.call) ?? leastHeight)
  const [sizes] = useState(() => new AppHeight(height, () => performance.now()))
  const filled = useFilledHeight(place, fills)
  const hear = (message: JsonObject): void => {
    const wanted = wantedHeight(message)
    if (wanted === undefined) return relay.heard(message)
    const width = place.current?.clientWidth ?? 0
    if (fills) return
    const taken = sizes.take(wanted, { width, least: leastHeight, most: mostHeight() })
    setHeight(taken)
    keepHeight(relay.call, taken)
  }
  const newest = useHost(({ asks }) => asks.at(-1)?.id)
  const post = (send: (message: unknown) => void) => {
    relay.attach(send)
    return () => relay.attach(undefined)
  }
  return (
    <div className={styles.frame}>
      {!now.isReady && !now.isLate && <p className={styles.line}>{words.starting}</p>}
      {now.isLate && <Note>{words.late(from)}</Note>}
      <SavedFiles saved={now.saved} />
      <div ref={place} className={styles.room} data-app-room>
        <AppFrame
          address={now.address}
          title={words.name(from)}
          height={filled ?? height}
          outOf={newest}
          onMessage={hear}
          onGone={(why) => void relay.close(why)}
          post={post}
          outlive={(keep) => relay.outlive(keep)}
        />
      </div>
    </div>
  )
}

/** Says where the files are that were saved for an app, and why some aren't. */
function SavedFiles({ saved: { files, problem } }: { saved: SavedForApp }) {
  return (
    <div role="status">
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {files.length > 0 && (
        <ul className={styles.saved} aria-label={appWork.savedFiles}>
          {files.map(({ file, bytes }) => (
            <li key={file}>
              {ui.saveText.saved(formatBytes(bytes))} <code>{file}</code>
              <CopyButton label={ui.saveText.copyPath} text={() => file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The height of its room while the app fills the window, in pixels. */
function useFilledHeight(place: RefObject<HTMLElement | null>, fills: boolean): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = place.current
    if (!fills || !element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      setHeight(undefined)
    }
  }, [fills, place])
  return height
}
