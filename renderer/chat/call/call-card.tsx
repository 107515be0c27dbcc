import { Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import { asksOfApp } from '../../../shared/state/app-calls.ts'
import { asksOfCall } from '../../../shared/state/state.ts'
import { useHost } from '../../state/replica.ts'
import { CallAsk, useIsOpen } from '../../inbox/call-ask.tsx'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import { isAboutApp, sameAsks } from '../../state/asks.ts'
import { useAppearance } from '../../state/appearance.ts'
import { chat } from '../../strings/chat.ts'
import { results } from '../../strings/results.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Apart } from '../../ui/json/apart.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { pressedKey } from '../../ui/key-map.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { FileMisses } from '../../content/file-ends.tsx'
import { LeftOutLine } from '../context/left-out-line.tsx'
import { CallBody } from './call-body.tsx'
import styles from './call-card.module.css'
import { CallExtra, CallNext } from './call-extra.tsx'
import { focusCall } from './call-map-focus.ts'
import { argumentsOnLine, CallMeta, CallName, CallSummary } from './call-row.tsx'
import { callState, glyphOf, isQuiet, sameWait, signInWaitOf, wordOf } from './call-state.ts'
import { CallPictures, OwnResult } from './result-preview.tsx'
import { hasApp } from '../../state/chat/live-apps.ts'
import { useIsFound } from '../../state/chat/finding.ts'
import { useSourceArrival } from '../../state/chat/sources.ts'

// Most results have no app.
const ResultApp = lazyPart(async () => (await import('../app/result-app.tsx')).ResultApp)

const words = chat.call

type CallCardProps = {
  call: Call
  turn: string
  /** Drawn inside a set's frame. */
  framed?: boolean
}

/** One tool call and its questions, each drawn by itself. */
export function CallCard(props: CallCardProps) {
  const { call, framed = false } = props
  const asks = useHost((state) => asksOfCall(state, call.id), sameAsks)
  const asksForApp = useHost((state) => asksOfApp(state, call.id), sameAsks)
  const [refused, setRefused] = useState<string>()
  return (
    <>
      <Apart of={call} raw={() => call}>
        <Card {...props} asks={asks} refused={refused} />
      </Apart>
      {[...asks, ...asksForApp].map((each) => (
        <CallAsk key={each.id} ask={each} framed={framed} onRefused={setRefused} />
      ))}
    </>
  )
}

type CardProps = CallCardProps & {
  asks: Ask[]
  /** Why the last answer didn't count. */
  refused: string | undefined
}

/** A row, and everything about the call one press away. */
function Card({ call, turn, framed = false, asks, refused }: CardProps) {
  const running = useHost((state) => state.turns[turn]?.calls[call.id])
  const signIn = useHost((known) => signInWaitOf(known, call.id), sameWait)
  // The call itself doesn't wait for the user's answer about its app.
  const ofCall = asks.filter((one) => !isAboutApp(one))
  const waited = signIn?.isCertain ? [...ofCall, signIn.ask] : ofCall
  const [ask] = waited
  const isAskOpen = useIsOpen(ask)
  const showsApps = useHost(({ configured }) => configured.servers[call.server ?? '']?.pages !== 'off')
  const [opened, setOpen] = useState<boolean>()
  const startsOpen = useAppearance('openResults') === 'all' && call.outcome?.status === 'succeeded'
  const open = opened ?? startsOpen
  useSourceArrival(call.id, () => {
    setOpen(true)
    focusCall(call.id)
  })
  const isFound = useIsFound(call.id)
  const [wasFound, setWasFound] = useState(false)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    if (isFound) setOpen(true)
  }
  const ofServer = useServerName(call.server ?? '')
  const isAtriums = call.server === undefined && call.modelName?.startsWith('atrium__')
  const name = isAtriums ? results.ownTool.name : ofServer
  const state = callState(call, running, ask !== undefined)
  const title = plainLabel(call.title ?? call.tool)
  const toggle = (event: MouseEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('button'))) setOpen(!open)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = pressedKey(event, 'foldCall')
    if (pressed !== undefined) setOpen(pressed === 0)
  }
  return (
    <article
      className={classes(styles.call, framed && styles.framed, isQuiet(state) && styles.quiet)}
      data-state={state}
      data-call={call.id}
      aria-label={words.name(name, title, wordOf(state))}
    >
      <div className={styles.row} onClick={toggle} onKeyDown={onKeyDown}>
        <Glyph state={glyphOf(state)} label={wordOf(state)} />
        <CallName call={call} name={name} />
        <CallSummary
          call={call}
          state={state}
          running={running}
          asks={waited}
          mayWait={signIn !== undefined}
          from={name}
        />
        <div className={styles.meta}>
          <CallMeta call={call} state={state} running={running} />
          {ask && !isAskOpen && (
            <Button size="sm" onClick={() => goToAsk(ask)}>
              {words.review}
            </Button>
          )}
          <Disclosure
            open={open}
            setOpen={setOpen}
            title={[title, plainLabel(argumentsOnLine(call), 80)].filter(Boolean).join(', ')}
          />
        </div>
      </div>
      {hasApp(call) && showsApps && (
        <Suspense fallback={null}>
          <ResultApp call={call} onLate={() => setOpen(true)} />
        </Suspense>
      )}
      <CallExtra call={call} state={state} running={running} from={name} />
      <CallNext call={call} from={name} />
      <LeftOutLine item={{ call: call.id }} className={styles.extra} />
      <FileMisses call={call} className={styles.extra} />
      {!open && <OwnResult call={call} from={name} />}
      {!open && <CallPictures call={call} title={title} onOpen={() => setOpen(true)} />}
      {refused && !ask && <Refusal problem={refused} />}
      {open && <CallBody call={call} turn={turn} from={name} />}
    </article>
  )
}

function Disclosure({ open, setOpen, title }: { open: boolean; setOpen(open: boolean): void; title: string }) {
  return (
    <IconButton
      size="sm"
      icon={open ? 'chevron-down' : 'chevron-right'}
      label={open ? words.hideDetails(title) : words.showDetails(title)}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    />
  )
}

const Refusal = ({ problem }: { problem: string }) => (
  <div className={styles.extra}>
    <Note kind="no">
      {words.answerRefused} {problem}
    </Note>
  </div>
)
