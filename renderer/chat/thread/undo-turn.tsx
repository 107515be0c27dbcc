import type { LeftBecause, UndoList } from '../../../shared/changes/undo.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { head } from '../../../shared/text/clip.ts'
import { fileName } from '../../content/file-changes.ts'
import { useQuery } from '../../state/query.ts'
import { useUndo } from '../../inbox/plan/use-undo.ts'
import { useSession } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { chat } from '../../strings/chat.ts'
import { undoTurn as words } from '../../strings/on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './turn-end.module.css'
import { fixedList } from '../../ui/fixed-list.tsx'

type UndoTurnProps = {
  turn: Turn
  conversation: string
  /** Present if the last undo took back only `count` of `of` changes. */
  partly: { count: number; of: number } | undefined
}

/** Lists a turn's changes that Atrium can take back and those it can't; one button asks to take them back. */
export function UndoTurn({ turn, conversation, partly }: UndoTurnProps) {
  return (
    <>
      {partly && <p className="row gap15 small ink2">{words.partly(partly.count, partly.of)}</p>}
      <Fold label={partly ? words.rest : words.title}>
        <Undoable turn={turn.id} conversation={conversation} />
      </Fold>
    </>
  )
}

function Undoable({ turn, conversation }: { turn: string; conversation: string }) {
  const { answer, problem } = useQuery('getUndo', { conversation, turn })
  if (!answer) return problem === undefined ? <Loading what={words.reading} /> : <Note kind="no">{problem}</Note>
  const { files, left, calls } = answer
  return (
    <div className={styles.undo}>
      <ul aria-label={words.title}>
        {files.map((file) => (
          <li key={file.path}>
            <CanBe file={file} />
          </li>
        ))}
        {left.map(({ path, why }) => (
          <li key={path}>
            <Phrase text={words.left[why satisfies LeftBecause]} slots={{ file: <Named path={path} /> }} />
          </li>
        ))}
        {fixedList(calls.slice(0, mostCalls), (call) => (
          <li>
            <LeftCall call={call} />
          </li>
        ))}
        {calls.length > mostCalls && <li>{words.moreCalls(calls.length - mostCalls)}</li>}
      </ul>
      {files.length > 0 ? (
        <Begin turn={turn} conversation={conversation} count={files.length} />
      ) : (
        <p>{words.nothing}</p>
      )}
    </div>
  )
}

/** Max calls that are named. */
const mostCalls = 10

const CanBe = ({ file: { path, to } }: { file: UndoList['files'][number] }) =>
  to === undefined ? (
    <Phrase text={words.writesBack} slots={{ file: <Named path={path} /> }} />
  ) : (
    <Phrase text={words.movesBack} slots={{ file: <Named path={to} />, to: <Named path={path} /> }} />
  )

const Named = ({ path }: { path: string }) => (
  <code title={head(path, 400)}>
    <Plain text={head(fileName(path), 80)} />
  </code>
)

function LeftCall({ call: { server = '', tool, title } }: { call: UndoList['calls'][number] }) {
  const name = useServerName(server)
  return <Phrase text={words.leftCall} slots={{ server: name, tool: <Plain text={head(title ?? tool, 60)} /> }} />
}

/** Asks to take the turn's changes back, and goes to the plan as soon as it is there. */
function Begin({ turn, conversation, count }: { turn: string; conversation: string; count: number }) {
  const right = useSession()?.right
  const begin = useUndo({ conversation, turn })
  return (
    <>
      <Button
        size="sm"
        icon="undo"
        busy={begin.busy}
        unavailable={right === 'read' ? chat.call.readOnly : undefined}
        onClick={() => void begin.run()}
      >
        {words.begin(count)}
      </Button>
      {begin.problem && <Note kind="no">{begin.problem}</Note>}
    </>
  )
}
