import { Suspense } from 'react'
import { isObject, type StoredValue } from '../../../shared/schema/json.ts'
import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import { callCommand } from '../../../shared/text/command-line.ts'
import { CallFileChanges } from '../../content/file-ends.tsx'
import { useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { formatTime } from '../../strings/format/time.ts'
import { results } from '../../strings/results.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { ToolArguments } from '../../ui/json/arguments.tsx'
import { StoredValueView } from '../../ui/json/stored-value.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { largeResult } from '../result/content-blocks.ts'
import { ResultView } from '../result/result.tsx'
import styles from './call-card.module.css'
import { awaitedReview, wasGivenUp } from './call-state.ts'
import { RunAgain } from './run-again.tsx'
import { RecordsLink, WhyAllowed, clearanceWords } from './why-allowed.tsx'

// Most results are small.
const LargeResult = lazyPart(async () => (await import('../result/large-result.tsx')).LargeResult)

const words = chat.call

/** Everything about a call: its arguments, who let it through, its result. */
export function CallBody({ call, turn, from }: { call: Call; turn: string; from: string }) {
  const { outcome } = call
  const result = outcome && 'result' in outcome ? outcome.result : undefined
  const command = commandOf(call)
  const notes = outcome?.status === 'succeeded' ? (outcome.notes ?? []) : []
  return (
    <div className={styles.body}>
      <CallArguments call={call} />
      <CallFileChanges call={call} />
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {result && <ReturnedResult result={result} server={call.server} from={from} />}
      {!call.imported && !awaitedReview(call) && !wasGivenUp(call) && <RunAgain call={call} />}
      {!call.imported && <WhyAllowed call={call} turn={turn} />}
      <Fold label={words.namesAndTimes}>
        <dl className={styles.names}>
          <dt>{words.tool}</dt>
          <dd>
            <code>{call.tool}</code>
          </dd>
          {call.modelName !== undefined && (
            <>
              <dt>{words.modelName}</dt>
              <dd>
                <code>{call.modelName}</code>
              </dd>
            </>
          )}
          {call.task && (
            <>
              <dt>{words.task}</dt>
              <dd>
                <Plain text={call.task.id} limit={100} />
              </dd>
            </>
          )}
          <dt>{words.askedFor}</dt>
          <dd className="num">{formatTime(call.requestedAt)}</dd>
          {command !== undefined && (
            <>
              <dt>{words.command}</dt>
              <dd>
                <CopyButton label={words.copyCommand} text={() => command} />
              </dd>
            </>
          )}
          {!call.clearedBy && (
            <>
              <dt>{words.log}</dt>
              <dd>
                <RecordsLink call={call} turn={turn} />
              </dd>
            </>
          )}
        </dl>
      </Fold>
    </div>
  )
}

/** The call for a terminal, if its arguments are in the event and have names. */
function commandOf(call: Call): string | undefined {
  const args = sentArguments(call)
  if (call.server === undefined || !('json' in args) || !isObject(args.json)) return undefined
  return callCommand(call.server, call.tool, args.json)
}

type ReturnedProps = { result: StoredValue; server: string | undefined; from: string }

function ReturnedResult({ result, server, from }: ReturnedProps) {
  // The results of Atrium's own tools are still a server's text.
  const writer = server === undefined ? results.ownTool.source : from
  if ('blob' in result && result.bytes > largeResult)
    return (
      <Suspense fallback={null}>
        <LargeResult key={result.blob} hash={result.blob} server={server} from={writer} />
      </Suspense>
    )
  return (
    <StoredValueView kept={result} from={writer}>
      {(value) => <ResultView value={value} server={server} from={writer} />}
    </StoredValueView>
  )
}

/** A call's arguments; if the user edited them, next to what the model requested. */
function CallArguments({ call }: { call: Call }) {
  const { arguments: original, edited, filled, clearedBy } = call
  const actor = useSession()?.actor
  const note = clearanceWords(call, actor)
  if (!edited)
    return (
      <StoredValueView kept={sentArguments(call)}>
        {(value) => <ToolArguments value={value} note={note} filled={filled?.places} />}
      </StoredValueView>
    )
  const isOwnEdit = clearedBy && 'person' in clearedBy && clearedBy.person === actor
  return (
    <>
      <Note>{isOwnEdit ? words.youEdited : words.edited}</Note>
      <StoredValueView kept={edited}>
        {(now) => (
          <StoredValueView kept={original}>
            {(before) => (
              <>
                <ToolArguments title={words.sentArguments} value={now} before={before} note={note} />
                <Fold label={words.askedArguments}>
                  <ToolArguments value={before} />
                </Fold>
              </>
            )}
          </StoredValueView>
        )}
      </StoredValueView>
    </>
  )
}
