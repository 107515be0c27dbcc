import type { Result } from '../../../shared/contract/commands.ts'
import { asCurl } from './as-curl.ts'
import { parseJson } from '../../../shared/schema/json.ts'
import type { TrafficFrame, FrameRow } from '../../../shared/content/reports.ts'
import { href } from '../../state/routes.ts'
import { useQuery } from '../../state/query.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { ToolArguments, ExactText } from '../../ui/json/arguments.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Note } from '../../ui/note.tsx'
import { formatBytes, formatDuration, formatMillisecond } from '../../strings/format/time.ts'
import styles from './traffic-detail.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const traffic = serverReports.traffic
const words = traffic.detail

type Detail = Result<'getFrame'>
type TrafficDetailProps = {
  frame: number
  server: ServerSummary
  /** Whether an answer has arrived; when it does, both are read again. */
  answered: boolean
  onClose(): void
  onOnly(method: string): void
}

/** One message with its answer, in full as far as stored. */
export function TrafficDetail({ frame, server, answered, onClose, onOnly }: TrafficDetailProps) {
  const { answer, problem } = useQuery('getFrame', { frame }, { moment: answered })
  const detail = problem === undefined ? answer : undefined
  const method = detail?.row.method || traffic.stray
  return (
    <aside className={styles.pane} aria-label={words.label(method)}>
      <IconButton className={styles.close} label={words.close} icon="close" onClick={onClose} />
      {!answer && problem === undefined && <Loading what={words.loading} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {detail && <Exchange detail={detail} server={server} onOnly={onOnly} />}
    </aside>
  )
}

type ExchangeProps = { detail: Detail; server: ServerSummary; onOnly(method: string): void }

function Exchange({ detail, server, onOnly }: ExchangeProps) {
  const { row, request, response, record } = detail
  const { name, config } = server
  const { status } = server.state
  const curl = asCurl(config, status.state === 'ready' ? status : undefined, request)
  const { method } = row
  return (
    <>
      <div className={styles.head}>
        <code className="breaks semi">
          <Plain text={method ?? traffic.stray} />
        </code>
        <span className="fs-small ink3 num">{factsOf(row)}</span>
        <CopyButton
          label={words.copyJson}
          text={() => (response ? `[\n${request.text},\n${response.text}\n]` : request.text)}
        />
        {curl !== undefined && <CopyButton icon="terminal" label={words.copyCurl} text={() => curl} />}
        {method !== null && <MoreButton onClick={() => onOnly(method)}>{words.only}</MoreButton>}
      </div>
      <Message frame={request} name={name} title={titleOf(row)} />
      {response && (
        <Message frame={response} name={name} title={response.kind === 'error' ? words.error : words.response} />
      )}
      {!response && row.kind === 'request' && <p className="small ink3">{words.noAnswer}</p>}
      {record !== null && (
        <p className="small ink3">
          {words.record(record)} <a href={href({ page: 'audit', seq: record })}>{words.openRecord}</a>
        </p>
      )}
    </>
  )
}

const factsOf = ({ rpc, took }: FrameRow): string =>
  [...(rpc === null ? [] : [words.id(rpc)]), ...(took === null ? [] : [formatDuration(took)])].join(' · ')

const titleOf = ({ kind }: FrameRow): string =>
  kind === 'request' ? words.request : kind === 'notification' ? words.notification : words.answer

type MessageProps = { frame: TrafficFrame; name: string; title: string }

/** Messages from the server are marked as third-party, even answers to Atrium. */
function Message({ frame, name, title }: MessageProps) {
  const { at, direction, bytes, isCut, text } = frame
  const value = isCut ? undefined : parseJson(text)
  const note = `${formatMillisecond(at)} · ${formatBytes(bytes)}`
  const shown =
    value === undefined ? (
      <div role="group" aria-label={title}>
        <div className={styles.cutHead}>
          <span>{title}</span>
          <span className="fs-small ink3 num">{note}</span>
        </div>
        <ExactText text={text} />
        {isCut && <p className="small ink3">{words.cut(formatBytes(bytes))}</p>}
      </div>
    ) : (
      <ToolArguments asSent title={title} note={note} value={value} />
    )
  return direction === 'in' ? (
    <Ext from={name} note={words.notByYou}>
      {shown}
    </Ext>
  ) : (
    shown
  )
}
