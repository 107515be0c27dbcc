import { useState } from 'react'
import type { Result } from '../../../shared/contract/commands.ts'
import type { CallRow } from '../../../shared/contract/log.ts'
import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import type { AuditFilter } from '../../state/audit-filter.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { useLookup } from '../../state/query.ts'
import { href } from '../../state/routes.ts'
import { daysBetween, formatDay, formatExactTime, formatTime } from '../../strings/format/time.ts'
import { auditCalls } from '../../strings/audit-calls.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { ToolArguments, Json } from '../../ui/json/arguments.tsx'
import { DefinitionView } from '../../ui/json/definition-view.tsx'
import { StoredValueView } from '../../ui/json/stored-value.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { LogPane, PaneOutcome } from '../list/log-pane.tsx'
import { kindOf } from '../records/audit-words.ts'
import styles from './call-detail.module.css'
import { courseOf, outcomeOfCall, ruleOfCall } from './call-words.ts'

const words = auditCalls.detail

type Detail = Result<'getCall'>

type CallDetailProps = {
  seq: number
  filter: AuditFilter
  /** Changes when the list does: a running call is read again. */
  moment: unknown
  onClose(): void
}

/** A whole call: how it went, what was sent and answered, and its records. */
export function CallDetail({ seq, filter, moment, onClose }: CallDetailProps) {
  const link = useLink()
  const { answer, problem } = useLookup(String(seq), () => link.call('getCall', { seq }), { moment })
  return (
    <LogPane
      className={styles.pane}
      label={words.name(seq)}
      words={words}
      problem={answer ? undefined : problem}
      onClose={onClose}
    >
      {answer && <Parts detail={answer} filter={filter} />}
    </LogPane>
  )
}

function Parts({ detail, filter }: { detail: Detail; filter: AuditFilter }) {
  const { row, records } = detail
  const last = records.at(-1)?.seq ?? row.seq
  const recordsLabel = row.last === null ? words.recordsFrom(row.seq) : words.records(row.seq, last)
  const views = [words.arguments, words.result, words.definition, recordsLabel, words.raw]
  const [index, setIndex] = useState(0)
  const from = useServerName(row.server ?? '')
  return (
    <>
      <Head row={row} />
      <div className={styles.tabs}>
        <Segments
          label={words.views}
          items={views}
          value={views[index] ?? words.arguments}
          onChange={(view) => setIndex(views.indexOf(view))}
        />
        <CopyButton label={words.copy} text={() => JSON.stringify(detail, null, 2)} />
      </div>
      <div className={styles.content}>
        {index === 0 && <Sent detail={detail} />}
        {index === 1 && <Received detail={detail} from={from} />}
        {index === 2 &&
          (row.definition === null ? (
            <p className="ink2">{words.noDefinition}</p>
          ) : (
            <DefinitionView before={undefined} now={row.definition} from={from} />
          ))}
        {index === 3 && <Records detail={detail} filter={filter} />}
        {index === 4 && <Json value={JSON.parse(JSON.stringify(detail))} />}
      </div>
    </>
  )
}

function Head({ row }: { row: CallRow }) {
  const self = useSession()?.actor
  const server = useServerName(row.server ?? '')
  const { words: outcome, took, glyph } = outcomeOfCall(row)
  const rule = ruleOfCall(row, server)
  return (
    <section className={styles.head} aria-label={words.times}>
      <h2 className={styles.title}>
        {row.server !== null && <ServerSeal server={row.server} size={16} />}
        <Plain text={row.title ?? row.tool} />
        <PaneOutcome glyph={glyph}>{[outcome, took].filter(Boolean).join(', ')}</PaneOutcome>
        <a
          className="regular fs-small"
          data-open-conversation
          href={href({ page: 'chat', conversation: row.conversation })}
        >
          {words.openConversation}
        </a>
      </h2>
      <p className={styles.course}>
        {formatDay(row.requestedAt)}: {courseOf(row, self).join(' → ')}
      </p>
      {rule !== undefined && (
        <p className="small breaks ink2">
          {words.rule} <Plain text={rule} limit={300} />
        </p>
      )}
      {row.ofApp && <p className="small breaks ink2">{words.ofApp}</p>}
      {row.changed && <p className="small breaks ink2">{words.changed}</p>}
      {row.left && <p className="small breaks ink2">{words.left}</p>}
    </section>
  )
}

const Gone = () => <p className="ink2">{words.gone}</p>

/** The arguments as the user saw them; if edited, the ones sent next to them. */
function Sent({ detail: { row, call } }: { detail: Detail }) {
  if (!call) return <Gone />
  const { edited, filled } = call
  const title = row.askedAt === null ? undefined : words.shownArguments
  if (!edited) return <Shown kept={sentArguments(call)} title={title} filled={filled?.places} />
  return (
    <>
      <Shown kept={edited} title={words.sentArguments} before={filled?.arguments ?? call.arguments} />
      <Shown kept={filled?.arguments ?? call.arguments} title={words.shownArguments} />
    </>
  )
}

type ShownProps = {
  kept: StoredValue
  title: string | undefined
  before?: StoredValue
  filled?: readonly string[] | undefined
}

const Shown = ({ kept, title, before, filled }: ShownProps) => (
  <StoredValueView kept={kept}>
    {(value) => (
      <ToolArguments
        value={value}
        title={title}
        filled={filled}
        {...(before && 'json' in before && { before: before.json })}
      />
    )}
  </StoredValueView>
)

function Received({ detail: { call }, from }: { detail: Detail; from: string }) {
  if (!call) return <Gone />
  const { outcome } = call
  const result = outcome && 'result' in outcome ? outcome.result : undefined
  return (
    <>
      <Problem outcome={outcome} />
      {result === undefined ? (
        <p className="ink2">{words.noResult}</p>
      ) : (
        <StoredValueView kept={result} from={from}>
          {(value) => (
            <Ext from={from}>
              <Json value={value} />
            </Ext>
          )}
        </StoredValueView>
      )}
    </>
  )
}

/** Why a call has no result, or failed; the reason of a denial is the user's. */
function Problem({ outcome }: Pick<Call, 'outcome'>) {
  if (outcome === undefined) return null
  if (outcome.status === 'denied' && outcome.reason !== undefined && outcome.rule === undefined)
    return (
      <p>
        <Plain text={words.reason(outcome.reason)} limit={600} />
      </p>
    )
  if (!('problem' in outcome)) return null
  return (
    <p>
      <Plain text={outcome.problem} limit={600} />
    </p>
  )
}

function Records({ detail: { row, records }, filter }: { detail: Detail; filter: AuditFilter }) {
  const range: AuditFilter = { view: 'records', conversation: row.conversation, first: row.seq }
  const last = records.at(-1)?.seq
  return (
    <>
      <ol className={styles.records}>
        {records.map(({ seq, type, at }) => (
          <li key={seq}>
            <a
              href={href({ page: 'audit', seq, filter: { ...range, last } })}
              aria-label={words.record(kindOf(type), seq)}
            >
              <span className="num">#{seq.toLocaleString()}</span> {kindOf(type)}
            </a>
            <span className="ink3 num">{timeOf(at)}</span>
          </li>
        ))}
      </ol>
      <a href={href({ page: 'audit', filter: { ...filter, ...range, last } })} className="fs-small">
        {words.showRecords}
      </a>
    </>
  )
}

/** To the second today, else with the day. */
const timeOf = (at: number): string =>
  daysBetween(at, Date.now()) === 0 ? formatExactTime(at) : `${formatDay(at)} ${formatTime(at)}`
