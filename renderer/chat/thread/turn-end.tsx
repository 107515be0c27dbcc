import { Suspense, useId, useState, type ReactNode } from 'react'
import type { Without } from '../../../shared/events/turn-events.ts'
import type { ModelMessage, Turn } from '../../../shared/state/conversation.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { href } from '../../state/routes.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { changes } from '../../strings/changes.ts'
import { chat } from '../../strings/chat.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { changesFiles } from '../../content/file-ends.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatTime } from '../../strings/format/time.ts'
import { openModelMenu } from '../../state/models/model-menu.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { GoOn, StoppedTurn } from './go-on.tsx'
import { receiptLine, unchangedIn, undoneOf } from '../receipt/receipt.ts'
import { useOpenConversation, useTurn } from '../../state/chat/transcript.ts'
import { AnswerActions, LaterTurns } from '../branches/answer-actions.tsx'
import { BranchSteps } from '../branches/branch-steps.tsx'
import { answerText } from './answer-text.ts'
import styles from './turn-end.module.css'
import { listed, WaitingFace } from './waiting-face.tsx'

const { turnEnd: words, imported } = chat
const { undo } = changes

const ReceiptFacts = lazyPart(async () => (await import('../receipt/receipt-facts.tsx')).ReceiptFacts)
const UndoTurn = lazyPart(async () => (await import('./undo-turn.tsx')).UndoTurn)

/** The end of a turn: how it ended, what the user can do about it, and its receipt. */
export function TurnEndRow({ id, conversation, isLast }: { id: string; conversation: string; isLast: boolean }) {
  const turn = useTurn(id, (now) => now)
  const model = useModelName(turn?.model ?? '', turn?.endpoint)
  const mayAct = useSession()?.right !== 'read'
  if (!turn) return null
  if (turn.imported) return <ImportedEnd turn={turn} isLast={isLast} />
  if (turn.origin === 'person') return turn.end ? <OwnEnd turn={turn} isLast={isLast} /> : null
  const missed = turn.missed && <Missed servers={turn.missed} />
  if (!turn.end)
    return (
      <>
        {missed}
        {turn.messages.length === 0 && <WaitingFace turn={id} model={turn.model ?? ''} />}
      </>
    )
  return (
    <div className={styles.end}>
      {missed}
      {turn.toolless && <Note>{words.toolless}</Note>}
      {turn.without?.map((part) => (
        <Note key={part}>{words.wentWithout[part]}</Note>
      ))}
      <Ending turn={turn} conversation={conversation} isLast={isLast} />
      <Unchanged turn={turn} />
      <Undo turn={turn} conversation={conversation} />
      <Receipt turn={turn} model={turn.model === undefined ? undefined : model}>
        {!turn.message && <BranchSteps turn={id} />}
        {turn.messages.length > 0 && <CopyAnswer messages={turn.messages} />}
        {mayAct && <AnswerActions turn={id} canRetry isLast={isLast} />}
      </Receipt>
      {isLast && <LaterTurns turn={id} />}
    </div>
  )
}

/** The end of a turn from a file: no receipt, because Atrium saw nothing of it. */
function ImportedEnd({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const mayAct = useSession()?.right !== 'read'
  const { absent = [], messages } = turn
  return (
    <div className={styles.end}>
      {absent.length > 0 && (
        <Note>
          {imported.absent(absent.length)} <Plain text={absent.join(', ')} limit={300} />
        </Note>
      )}
      <div className={styles.receipt}>
        <a href={href({ page: 'audit', filter: { first: turn.firstSeq, last: turn.lastSeq } })}>{imported.turn}</a>
        <span className={styles.actions}>
          {!turn.message && <BranchSteps turn={turn.id} />}
          {messages.length > 0 && <CopyAnswer messages={messages} />}
          {mayAct && turn.message && <AnswerActions turn={turn.id} canRetry isLast={isLast} />}
        </span>
      </div>
      {isLast && <LaterTurns turn={turn.id} />}
    </div>
  )
}

/** Offers to take the turn's changes back, or says that the user did. */
function Undo({ turn, conversation }: { turn: Turn; conversation: string }) {
  const turns = useOpenConversation()?.allTurns ?? []
  if (!changesFiles(turn)) return null
  const undone = undoneOf(turns, turn.id)
  if (undone.state === 'open') return <p className="row gap15 small ink2">{undo.open}</p>
  if (undone.state === 'done')
    return (
      <p className="row gap15 small ink2">
        <Glyph state="succeeded" label="" size={14} />
        {undo.done(undone.count, formatTime(undone.at))}
      </p>
    )
  return (
    <Suspense fallback={null}>
      <UndoTurn
        key={undone.round}
        turn={turn}
        conversation={conversation}
        partly={undone.state === 'partly' ? undone : undefined}
      />
    </Suspense>
  )
}

/** Says that nothing can have changed, in Atrium's words, whatever the model's text says. */
function Unchanged({ turn }: { turn: Turn }) {
  const sentence = useHost(({ servers }) =>
    unchangedIn(turn, ({ server = '', tool }) => servers[server]?.tools[tool]?.claims.readOnly === true),
  )
  return sentence === undefined ? null : <Note>{sentence}</Note>
}

function Missed({ servers }: { servers: string[] }) {
  const configured = useHost((state) => state.configured.servers)
  const names = listed(servers.map((server) => displayName(server, configured[server])))
  return <Note>{servers.length === 1 ? words.missed(names) : words.missedMany(names)}</Note>
}

/** The end of the user's own call. Its card shows the call's outcome. */
function OwnEnd({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const mayAct = useSession()?.right !== 'read'
  return (
    <div className={styles.end}>
      {turn.end === 'failed' && (
        <Note kind="no">
          <b>{words.callNotMade}</b> {turn.problem} {words.formKept}
        </Note>
      )}
      <Receipt turn={turn} model={undefined}>
        <BranchSteps turn={turn.id} />
        {mayAct && !isLast && <AnswerActions turn={turn.id} canRetry={false} isLast={isLast} />}
      </Receipt>
      {isLast && <LaterTurns turn={turn.id} />}
    </div>
  )
}

type ReceiptProps = { turn: Turn; model: string | undefined; children: ReactNode }

/** A turn in one line, whose press shows everything about it; beside it, what can be done with the turn. */
function Receipt({ turn, model, children }: ReceiptProps) {
  const models = useHost((state) => state.configured.settings.models)
  const [isOpen, setOpen] = useState(false)
  const facts = useId()
  const line = receiptLine(turn, models, model).join(' · ')
  return (
    <>
      <div className={styles.receipt}>
        <button
          type="button"
          className={styles.line}
          aria-label={chat.receipt.name(line)}
          aria-expanded={isOpen}
          aria-controls={facts}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="trunc">{line}</span>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        </button>
        <span className={styles.actions}>{children}</span>
      </div>
      <div id={facts} hidden={!isOpen} className={styles.facts}>
        {isOpen && (
          <Suspense fallback={null}>
            <ReceiptFacts turn={turn} model={model} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** Copies what the model wrote in this turn. */
function CopyAnswer({ messages }: { messages: ModelMessage[] }) {
  const link = useLink()
  return <CopyButton label={words.copyAnswer} text={() => answerText(link, messages)} />
}

type EndingProps = { turn: Turn; conversation: string; isLast: boolean }

/** A button for what the sentence of a failed turn proposes: another model, or a command to copy. */
function Ways({ turn: { id, problem = '' } }: { turn: Turn }) {
  const mayAct = useSession()?.right !== 'read'
  const [, command] = /“(ollama pull [^”]+)”/.exec(problem) ?? []
  return (
    <>
      {mayAct && /another model/i.test(problem) && (
        <Button size="sm" onClick={() => openModelMenu({ turn: id })}>
          {words.chooseModel}
        </Button>
      )}
      {command !== undefined && <CopyButton label={words.copyCommand} text={() => command} />}
    </>
  )
}

function Ending({ turn, conversation, isLast }: EndingProps) {
  const goOn = (label: string, without?: Without) =>
    isLast ? <GoOn conversation={conversation} label={label} without={without} /> : undefined
  switch (turn.end) {
    case undefined:
    case 'done':
      return null
    case 'cancelled':
      return <StoppedTurn turn={turn} conversation={conversation} isLast={isLast} />
    case 'failed':
      return (
        <Note
          kind="no"
          action={
            <>
              {turn.offers && goOn(words.goOnWithout[turn.offers], turn.offers)}
              {isLast && <Ways turn={turn} />}
              {goOn(words.tryAgain)}
            </>
          }
        >
          <b>{words.failed}</b> {turn.problem} {words.messageKept}
        </Note>
      )
    case 'step-limit':
      return (
        <Note action={goOn(words.goOn)}>
          <b>{turn.problem ?? words.stepLimit(turn.messages.length)}</b> {words.workKept}
        </Note>
      )
    case 'interrupted':
      return (
        <Note action={goOn(words.goOn)}>
          <b>{words.interrupted}</b> {words.textKept}
        </Note>
      )
    default:
      return turn.end satisfies never
  }
}
