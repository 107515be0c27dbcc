import type { Result } from '../../../shared/contract/commands.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { href } from '../../state/routes.ts'
import { useSession } from '../../state/replica.ts'
import { changes } from '../../strings/changes.ts'
import { audit } from '../../strings/audit.ts'
import { useQuery } from '../../state/query.ts'
import { Json } from '../../ui/json/arguments.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Fact } from '../../ui/table/facts.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { formatDay, formatDuration, formatExactTime } from '../../strings/format/time.ts'
import { LogPane, PaneOutcome } from '../list/log-pane.tsx'
import { DefinitionNames, definitionsOf } from './audit-definitions.tsx'
import styles from './audit-detail.module.css'
import { writtenTool, type AuditFilter, type ToolOf } from '../../state/audit-filter.ts'
import { deciderOf, kindOf, outcomeOf, tabOf } from './audit-words.ts'

const words = audit.detail
const factWords = audit.facts
const { ends } = changes

type Detail = Result<'getRecord'>

/** A whole record: what it says, its content, and its place in the chain. */
export function AuditDetail({ seq, filter, onClose }: { seq: number; filter: AuditFilter; onClose(): void }) {
  const { answer: record, problem } = useQuery('getRecord', { seq })
  return (
    <LogPane className={styles.pane} label={words.record(seq)} words={words} problem={problem} onClose={onClose}>
      {record && <Record record={record} filter={filter} />}
    </LogPane>
  )
}

function Record({ record, filter }: { record: Detail; filter: AuditFilter }) {
  const { row, body, previous, mono } = record
  const outcome = outcomeOf(row)
  return (
    <>
      <section className={styles.part} aria-label={words.says}>
        <h2 className={styles.title}>
          {kindOf(row.type)}
          {outcome.words && <PaneOutcome glyph={outcome.glyph}>{outcome.words}</PaneOutcome>}
        </h2>
        <Facts record={record} />
        <OnlyTheSame row={row} filter={filter} />
      </section>
      <section className={styles.part} aria-label={words.content}>
        <h3 className={styles.label}>
          {words.content}
          <CopyButton label={words.copy} text={() => JSON.stringify({ ...row, mono, previous, body }, null, 2)} />
        </h3>
        {body ? <Json value={body} /> : <p className="ink2">{words.erased}</p>}
      </section>
      <section className={styles.part} aria-label={words.chain}>
        <h3 className={styles.label}>{words.chain}</h3>
        <dl className={styles.chain}>
          <dt>{words.before}</dt>
          <dd>{previous}</dd>
          <dt>{words.this}</dt>
          <dd>{row.hash}</dd>
        </dl>
      </section>
    </>
  )
}

/** Narrows the table to this record's subject. */
function OnlyTheSame({ row, filter }: { row: Detail['row']; filter: AuditFilter }) {
  const { server, tool, conversation } = row
  const of = filter.of ?? []
  const has = (one: ToolOf): boolean => of.some((other) => writtenTool(other) === writtenTool(one))
  const way = (label: string, part: AuditFilter, isOn: boolean) => (isOn ? [] : [{ label, part }])
  const ways = [
    ...(server === null ? [] : way(words.onlyServer, { of: [{ server }] }, has({ server }))),
    ...(server === null || tool === null ? [] : way(words.onlyTool, { of: [{ server, tool }] }, has({ server, tool }))),
    ...(conversation === null ? [] : way(words.onlyConversation, { conversation }, filter.conversation !== undefined)),
  ]
  if (ways.length === 0) return null
  return (
    <div className={styles.ways}>
      {ways.map(({ label, part }) => (
        <a key={label} href={href({ page: 'audit', seq: row.seq, filter: { ...filter, ...part } })}>
          {label}
        </a>
      ))}
    </div>
  )
}

function Facts({ record: { row, body, mono } }: { record: Detail }) {
  const definitions = definitionsOf(row, body)
  const self = useSession()?.actor
  const decider = deciderOf(row, self)
  const tab = tabOf(row.actor)
  return (
    <dl className={styles.facts}>
      <Fact name={factWords.record}>
        {row.seq.toLocaleString()}, {formatDay(row.at)} {formatExactTime(row.at)}
        <span className="ink3">.{String(row.at % 1000).padStart(3, '0')}</span>
      </Fact>
      {mono !== null && <Fact name={factWords.clock}>{factWords.reading(mono)}</Fact>}
      {row.server && (
        <Fact name={factWords.server}>
          <ServerName server={row.server} />
        </Fact>
      )}
      {row.tool && (
        <Fact name={factWords.tool}>
          <Plain text={row.tool} />
        </Fact>
      )}
      {definitions.length > 0 && (
        <Fact name={factWords.definitions}>
          <DefinitionNames names={definitions} />
        </Fact>
      )}
      {decider && <Fact name={row.decision === null ? factWords.by : factWords.decider}>{decider}</Fact>}
      {tab !== undefined && (
        <Fact name={factWords.tab}>
          <Plain text={tab} />
        </Fact>
      )}
      {row.type === 'call.finished' && typeof body?.['answerId'] === 'string' && (
        <Fact name={factWords.answerId}>
          <Plain text={body['answerId']} />
        </Fact>
      )}
      {row.type === 'call.finished' && <FileEnds files={body?.['files']} />}
      {row.type === 'call.task' && typeof body?.['task'] === 'string' && (
        <Fact name={factWords.task}>
          <Plain text={body['task']} limit={100} />
        </Fact>
      )}
      <SignInFacts row={row} body={body} />
      {row.took !== null && <Fact name={factWords.took}>{formatDuration(row.took)}</Fact>}
      {row.conversation !== null && (
        <Fact name={factWords.conversation}>
          <a href={href({ page: 'chat', conversation: row.conversation })}>{words.openConversation}</a>
        </Fact>
      )}
    </dl>
  )
}

/** The ends of the files that a call named. */
const FileEnds = ({ files }: { files: JsonValue | undefined }) =>
  (Array.isArray(files) ? files : []).filter(isObject).map(({ path, end }) => {
    const said: Record<string, string> = { ...ends, 'as-proposed': ends['as-proposed-unseen'] }
    if (typeof path !== 'string' || typeof end !== 'string') return null
    return (
      <Fact key={path} name={factWords.file}>
        <Plain text={path} limit={100} />: {said[end]}
      </Fact>
    )
  })

/** The authorization server and the account, in the authorization server's words. */
function SignInFacts({ row: { type }, body }: Pick<Detail, 'row' | 'body'>) {
  if (!/^(server|company)\.signed-(in|out)$/.test(type)) return null
  const { issuer, account } = { issuer: undefined, account: undefined, ...body }
  return (
    <>
      {typeof issuer === 'string' && (
        <Fact name={factWords.issuer}>
          <Plain text={issuer} limit={100} />
        </Fact>
      )}
      {typeof account === 'string' && (
        <Fact name={factWords.account}>
          <Plain text={account} limit={100} />
        </Fact>
      )}
    </>
  )
}

function ServerName({ server }: { server: string }) {
  const name = useServerName(server)
  return (
    <span className="row inline gap15 medium">
      <ServerSeal server={server} />
      {name}
    </span>
  )
}
