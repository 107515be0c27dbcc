import { useMemo, useRef } from 'react'
import type { FoundText } from '../../../shared/contract/find-commands.ts'
import { textOfMessage } from '../../../shared/content/attachments.ts'
import { ownCalls } from '../../../shared/state/call-fold.ts'
import type { Call, ModelMessage } from '../../../shared/state/conversation.ts'
import { exactText } from '../../../shared/text/folded.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useQuery } from '../../state/query.ts'
import { href } from '../../state/routes.ts'
import { chat } from '../../strings/chat.ts'
import { frame } from '../../strings/frame.ts'
import { searchPage as words } from '../../strings/palette.ts'
import { formatMoment } from '../../strings/format/time.ts'
import { Apart } from '../../ui/json/apart.tsx'
import { useStoredValue } from '../../ui/json/stored-value.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { ExtPassage, FoundPassage, Plain } from '../../ui/third-party/ext.tsx'
import { draftBlocks, shownBlocks, type ShownBlock } from '../thread/message-blocks.ts'
import { useFoundIn } from './use-found-in.ts'
import styles from './found-turn.module.css'

type FoundProps = { found: FoundText; query: string }

/** Milliseconds on one match before its conversation is read. */
const readAfterMs = 100

/** The turn around a match, to read only: nothing in it can be answered, run or changed. */
export function FoundTurn({ found, query }: FoundProps) {
  const { conversation, title, at, snippet, seq } = found
  const { answer, problem } = useQuery('getConversation', { conversation }, { waitMs: readAfterMs })
  const turn = answer?.conversation.turns.find(({ id }) => id === found.turn)
  const view = useRef<HTMLDivElement>(null)
  const text = exactText(query, snippet)
  useFoundIn(view, text, `${seq}`)
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <header className={styles.head}>
        <a className="medium trunc" href={href({ page: 'chat', conversation, find: { text, seq } })}>
          {plainLabel(title, 120) || frame.untitled}
        </a>
        <span className="small ink3">{formatMoment(at)}</span>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
      <div ref={view} className={styles.turn} tabIndex={0}>
        {!turn && problem === undefined && <Loading what={chat.page.notArrived} lines={5} />}
        {problem !== undefined && (
          <Note kind="no">
            {words.failed} {problem}
          </Note>
        )}
        {turn?.message && (
          <div className={styles.you} data-found={found.speaker === 'person' || undefined}>
            {textOfMessage(turn.message)}
          </div>
        )}
        {turn && ownCalls(turn).map((call) => <CallLine key={call.id} call={call} found={found} />)}
        {turn?.messages.map((message) => (
          <Apart key={message.id} of={message} raw={() => message}>
            <MessageText message={message} found={found} />
          </Apart>
        ))}
      </div>
    </section>
  )
}

function MessageText({ message, found }: { message: ModelMessage; found: FoundText }) {
  const kept = useStoredValue(message.state === 'complete' ? message.blocks : { json: null })
  const value = kept.state === 'ready' ? kept.value : undefined
  const blocks = useMemo(
    () =>
      message.state === 'partial' ? draftBlocks(message) : value === undefined ? [] : shownBlocks(value, message.calls),
    [message, value],
  )
  const isFound = found.message === message.id
  return blocks.map((one) => <BlockText key={`${one.kind} ${one.block}`} one={one} found={found} isFound={isFound} />)
}

function BlockText({ one, found, isFound }: { one: ShownBlock; found: FoundText; isFound: boolean }) {
  switch (one.kind) {
    case 'text':
      return (
        <div data-found={isFound || undefined}>
          <Markdown text={one.text ?? ''} />
        </div>
      )
    case 'thinking':
      return (
        isFound &&
        found.isReasoning && (
          <div className={styles.thought} data-found>
            <span className="small ink3">{chat.message.thinking}</span>
            <Markdown text={one.text ?? ''} />
          </div>
        )
      )
    case 'calls':
      return one.calls.map((call) => <CallLine key={call.id} call={call} found={found} />)
    case 'line':
      return <p className="small ink3">{one.text}</p>
    default:
      return one satisfies never
  }
}

/** A call by its server and tool, with the passage if the match is in it. */
function CallLine({ call, found }: { call: Call; found: FoundText }) {
  const { id, server, title, tool } = call
  return (
    <div className={styles.call}>
      <span className="row inline gap1 breaks">
        {server !== undefined && <OfServer server={server} />} <Plain text={title ?? tool} />
      </span>
      {found.call === id && (
        <div className="small" data-found>
          {found.speaker === 'result' && server !== undefined ? (
            <OfResult server={server} found={found} />
          ) : (
            <FoundPassage snippet={found.snippet} />
          )}
        </div>
      )}
    </div>
  )
}

function OfServer({ server }: { server: string }) {
  const name = useServerName(server)
  return (
    <>
      <ServerSeal server={server} /> <bdi>{name}</bdi> ›
    </>
  )
}

const OfResult = ({ server, found }: { server: string; found: FoundText }) => (
  <ExtPassage from={useServerName(server)} snippet={found.snippet} />
)
