import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { frameOrigin, proxyMessages } from '../../../shared/content/app-message.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { ui } from '../../strings/ui.ts'
import { FrameLink, type AppEnd } from './frame-link.ts'
import { keepFrame, type KeptFrame } from './kept-frame.ts'
import styles from './app-frame.module.css'
import { useEntered } from './use-entered.ts'

const words = ui.appFrame

/** Milliseconds between pings. */
const pingEvery = 5000

/** The first Chromium whose `Connection-Allowlist` keeps an app from sending by WebRTC. */
const leastVersion = 152

/** Gives the frame a store without the browser's cookies, which ends with it. React knows the attribute, its types don't. */
const apart = { credentialless: true }

/** Refuses an app the focus without the user's press, where the browser has it (Permissions Policy): Atrium's window. */
const keepsFocus = 'focus-without-user-activation'

declare global {
  interface Document {
    /** Chromium's own; it lists the policies that this browser knows. */
    readonly featurePolicy?: { features(): string[] }
  }
  interface Navigator {
    /** Chromium's names and versions of itself. */
    readonly userAgentData?: { brands: { brand: string; version: string }[] }
  }
}

/**
 * Whether this browser keeps a server's app apart from others and from the network. If not, no app is served, and a
 * tool's result is shown as text.
 */
export function canShowApps(): boolean {
  const chromium = navigator.userAgentData?.brands.find(({ brand }) => brand === 'Chromium')
  return 'credentialless' in HTMLIFrameElement.prototype && Number(chromium?.version ?? 0) >= leastVersion
}

type Props = {
  /** The proxy's URL, as in `ViewState`. Another URL is another app. */
  address: string
  /** Names the frame, and says whose app it is. */
  title: string
  /** In pixels. */
  height: number
  /** Another value, such as a new question, leads the user out of the app. */
  outOf?: unknown
  /** The app's messages: JSON within the limits, never one about the sandbox. */
  onMessage: (message: JsonObject) => void
  /** The app ended by itself; its frame is gone. */
  onGone: (why: AppEnd) => void
  /** Called when the app can receive messages; the returned function is called when it can't any longer. */
  post: (send: (message: unknown) => void) => () => void
  /** Called if its place is removed while it runs. Calling `keep` keeps the frame while the app finishes. */
  outlive: (keep: (onMessage: (message: JsonObject) => void) => KeptFrame | undefined) => void
}

/**
 * A server's app in its sandbox (MCP Apps 2026-01-26, Sandbox proxy), with a way past it and one into it: it takes no
 * focus and no key before the user has entered it.
 */
export function AppFrame(props: Props) {
  return <OneFrame key={props.address} {...props} />
}

function OneFrame({ address, title, height, outOf, onMessage, onGone, post, outlive }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  const way = useRef<HTMLButtonElement>(null)
  const [hasEnded, setHasEnded] = useState(false)
  const take = useEffectEvent(onMessage)
  const connect = useEffectEvent(post)
  const look = useEffectEvent(() => ({
    title,
    scheme: frame.current ? getComputedStyle(frame.current).colorScheme : '',
  }))
  const finish = useEffectEvent((why: AppEnd) => {
    setHasEnded(true)
    onGone(why)
  })
  const giveBack = useRef<() => void>(undefined)
  const { isEntered, enter } = useEntered({
    frame,
    way,
    outOf,
    onEnter: () => {
      const message = { jsonrpc: '2.0', method: proxyMessages.enter, params: {} }
      frame.current?.contentWindow?.postMessage(message, frameOrigin(address))
    },
    onSeized: (back) => {
      giveBack.current = back
      finish('seizes')
    },
  })
  useLayoutEffect(() => {
    if (hasEnded) giveBack.current?.()
  }, [hasEnded])
  useEffect(() => {
    const origin = frameOrigin(address)
    let disconnect: (() => void) | undefined
    const link = new FrameLink({
      look: () => look(),
      send: (message) => frame.current?.contentWindow?.postMessage(message, origin),
      onReady: () => (disconnect = connect((message) => link.send(message))),
      onMessage: (message) => take(message),
      onEnd: (why) => finish(why),
      now: () => performance.now(),
    })
    const hear = ({ source, origin: from, data }: MessageEvent): void => {
      if (source !== null && source === frame.current?.contentWindow && from === origin) link.receive(data)
    }
    const refuse = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && frameOrigin(blockedURI) === origin) link.end('refused')
    }
    const pings = setInterval(() => link.ping(), pingEvery)
    const theme = new MutationObserver(() => link.show())
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    addEventListener('message', hear)
    document.addEventListener('securitypolicyviolation', refuse)
    return () => {
      clearInterval(pings)
      theme.disconnect()
      removeEventListener('message', hear)
      document.removeEventListener('securitypolicyviolation', refuse)
      disconnect?.()
    }
  }, [address])
  const leave = useEffectEvent(() => {
    const element = frame.current
    if (element) outlive((hear) => keepFrame(element, frameOrigin(address), hear))
  })
  // Before React takes the place out of the document.
  useLayoutEffect(() => () => leave(), [])
  if (hasEnded) return null
  return (
    <div className={styles.place}>
      <button type="button" className={styles.skip} onClick={() => after.current?.focus()}>
        {words.skip(title)}
      </button>
      <iframe
        ref={frame}
        className={styles.frame}
        inert={!isEntered}
        style={{ height }}
        title={title}
        src={address}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is never this page's
        sandbox="allow-scripts allow-same-origin"
        {...apart}
        referrerPolicy="no-referrer"
        allow={document.featurePolicy?.features().includes(keepsFocus) ? `${keepsFocus} 'none'` : ''}
      />
      {!isEntered && (
        <button ref={way} type="button" className={styles.enter} onClick={enter}>
          <span>{words.enter(title)}</span>
        </button>
      )}
      <span ref={after} tabIndex={-1} className="sr">
        {words.end(title)}
      </span>
    </div>
  )
}
