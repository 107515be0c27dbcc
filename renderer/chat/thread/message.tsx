import { useMemo, useState } from 'react'
import type { Call, ModelMessage, Turn } from '../../../shared/state/conversation.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import type { RunningMessage } from '../../../shared/state/running-turns.ts'
import { useHost, useReplica } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { formatTime } from '../../strings/format/time.ts'
import { Fold } from '../../ui/fold.tsx'
import { Apart } from '../../ui/json/apart.tsx'
import { useStoredValue } from '../../ui/json/stored-value.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { CallSet } from '../call/call-set.tsx'
import { type LivePlace, useLiveText } from './live-text.ts'
import {
  completeBefore,
  draftBlocks,
  shownBlocks,
  stopSentence,
  withheldLines,
  type ShownBlock,
} from './message-blocks.ts'
import styles from './message.module.css'
import { useIsFoundIn } from '../../state/chat/finding.ts'
import { useTurn } from '../../state/chat/transcript.ts'
import { modelNameOf, useModelName } from '../../state/models/model-name.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { WaitingFace } from './waiting-face.tsx'
import type { Definition } from 'mdast'
import { parseBlocks, type Block } from '../../markdown/blocks.ts'
import { MarkdownBlocks } from '../../markdown/markdown.tsx'

const words = chat.message

/** One message of the model: its text and calls, or the text so far. */
export function Message({ turn, id }: { turn: string; id: string }) {
  const message = useTurn(turn, (now: Turn) => now.messages.find((one) => one.id === id))
  return message ? <MessageView turn={turn} message={message} /> : null
}

function MessageView({ turn, message }: { turn: string; message: ModelMessage }) {
  const { id, state, calls } = message
  const isFirst = useTurn(turn, ({ messages }: Turn) => messages[0]?.id === id)
  const model = useModelName(message.model, useTurn(turn, endpointOf))
  const live = useHost(({ turns }) => liveKinds(turns[turn]?.message, id))
  const [lastLive, setLastLive] = useState(live)
  if (live !== undefined && live !== lastLive) setLastLive(live)
  const kept = useStoredValue(state === 'complete' ? message.blocks : nothing)
  const value = state === 'complete' && kept.state === 'ready' ? kept.value : undefined
  const complete = useMemo(() => (value === undefined ? undefined : shownBlocks(value, calls)), [value, calls])
  const isLive = state === 'partial' && live !== undefined
  const blocks = complete ?? (state === 'partial' && !isLive ? draftBlocks(message) : liveBlocks(lastLive ?? '', calls))
  return (
    <div className={styles.message}>
      {isFirst && <h2 className="sr">{words.by(plainLabel(model, 60), formatTime(message.at))}</h2>}
      {message.reasoningOf !== undefined && (
        <ReasoningStays turn={turn} from={message.reasoningOf} to={message.model} />
      )}
      {blocks.map((one, index) => (
        <BlockView
          key={one.kind === 'calls' ? 'calls' : one.block}
          one={one}
          place={{ turn, message: id, block: one.block }}
          isLive={isLive}
          isWriting={isLive && index === blocks.length - 1}
        />
      ))}
      {isLive && <WaitingFace turn={turn} model={message.model} />}
      {kept.state === 'absent' && lastLive === undefined && <Loading what={words.stillComes} />}
      {kept.state === 'failed' && (
        <Note kind="no">
          {words.unreadable} {kept.problem}
        </Note>
      )}
      {kept.state === 'cut' && <Note>{words.tooLong}</Note>}
      {state === 'complete' && <StopNote turn={turn} message={message} />}
    </div>
  )
}

const endpointOf = ({ endpoint }: Turn) => endpoint
const nothing: StoredValue = { json: null }

type BlockViewProps = { one: ShownBlock; place: LivePlace; isLive: boolean; isWriting: boolean }

function BlockView({ one, place, isLive, isWriting }: BlockViewProps) {
  switch (one.kind) {
    case 'text':
      return <TextBlock place={place} text={one.text} isLive={isLive} isWriting={isWriting} />
    case 'thinking':
      return <Reasoning place={place} text={one.text} isLive={isLive} isWriting={isWriting} />
    case 'calls':
      return one.calls.length > 0 ? <CallSet calls={one.calls} turn={place.turn} /> : null
    case 'line':
      return <p className="small ink3">{one.text}</p>
    default:
      return one satisfies never
  }
}

/** The model's reasoning, folded until the user opens it or goes to a match in it. */
function Reasoning({ text, isWriting, place, isLive }: TextBlockProps) {
  const isFound = useIsFoundIn(place.message, text ?? '')
  return (
    <div className="fs-small ink2">
      <Fold label={isWriting ? words.thinkingNow : words.thinking} held={isFound}>
        <div className={styles.thought}>
          <TextBlock place={place} text={text} isLive={isLive} isWriting={isWriting} />
        </div>
      </Fold>
    </div>
  )
}

type StopNoteProps = { turn: string; message: Extract<ModelMessage, { state: 'complete' }> }

function StopNote({ turn, message }: StopNoteProps) {
  const before = useTurn(turn, ({ messages }: Turn) => completeBefore(messages, message.id))
  const sentence = stopSentence(message)
  return (
    <>
      {withheldLines(message, before).map((line) => (
        <p key={line} className="small ink3">
          {line}
        </p>
      ))}
      {sentence !== undefined && <Note>{sentence}</Note>}
    </>
  )
}

/** Earlier reasoning can be read only by the model that wrote it. */
function ReasoningStays({ turn, from, to }: { turn: string; from: string; to: string }) {
  const endpoint = useTurn(turn, (now: Turn) => now.endpoint)
  const name = useModelName(to, endpoint)
  const author = useHost(({ models }) => modelNameOf(from, models))
  return <p className="small ink3">{words.reasoningOf(plainLabel(author, 60), plainLabel(name, 60))}</p>
}

/** The block kinds of a running message, as one string, so a delta changes nothing here. */
const liveKinds = (message: RunningMessage | undefined, id: string): string | undefined =>
  message?.id === id ? message.blocks.map(({ kind, text }) => (text === '' ? '' : kind)).join(' ') : undefined

/** Blocks whose text arrives, or arrived, as deltas. */
const liveBlocks = (kinds: string, calls: Call[]): ShownBlock[] => [
  ...kinds
    .split(' ')
    .flatMap((kind, block) => (kind === 'text' || kind === 'thinking' ? [{ kind, block } as const] : [])),
  ...(calls.length > 0 ? [{ kind: 'calls', block: -1, calls } as const] : []),
]

type TextBlockProps = {
  place: LivePlace
  /** The whole text, once known; until then the deltas so far. */
  text: string | undefined
  /** More text is arriving, at `place`. */
  isLive: boolean
  /** The model is writing this block. */
  isWriting: boolean
}

/** A block of the model's text, drawn by itself. */
function TextBlock(props: TextBlockProps) {
  const { text, place } = props
  const replica = useReplica()
  const soFar = (): string => replica.state.turns[place.turn]?.message?.blocks[place.block]?.text ?? ''
  return (
    <Apart of={text} raw={() => text ?? soFar()}>
      <TextAsMarkdown {...props} />
    </Apart>
  )
}

/** The same elements stay when the text is complete. */
function TextAsMarkdown({ place, text, isLive, isWriting }: TextBlockProps) {
  const { groups, complete } = useLiveText(place.turn, place.message, place.block, isLive)
  const whole = useMemo(() => (text === undefined ? undefined : wholeOf(text, complete(text))), [text, complete])
  return <MarkdownBlocks {...(whole ?? { groups })} live={isWriting} />
}

/** Doesn't parse the streamed text again if that would change nothing, so a long answer ends without a pause. */
const wholeOf = (text: string, groups: Block[][] | undefined): { groups: Block[][]; definitions?: Definition[] } =>
  groups ? { groups } : parseBlocks(text)
