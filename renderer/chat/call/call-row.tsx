import type { ReactNode } from 'react'
import type { RunningCall } from '../../../shared/state/running-turns.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { formOf } from '../../../shared/schema/forms.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import { startsOnCall } from '../../../shared/state/server-state.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { argumentSummary } from '../../content/argument-summary.ts'
import { endsInWords } from '../../content/file-ends.tsx'
import { useAction } from '../../state/action.ts'
import { isAboutApp } from '../../state/asks.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { useNow } from '../../state/use-now.ts'
import { chat } from '../../strings/chat.ts'
import { formatBytes, formatDuration, formatElapsed, formatTime } from '../../strings/format/time.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ServerSeal } from '../../ui/seal.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { contentBlocks, structuredOf, type ContentBlock } from '../result/content-blocks.ts'
import styles from './call-card.module.css'
import { isByRule } from './why-allowed.tsx'
import { ending, isOwnCall, tookOf, type CallPartProps } from './call-state.ts'

const words = chat.callSummary
const paused = questions.call
const actions = chat.call
const { clearance } = chat

/** Milliseconds of silence from the server before the row mentions it. */
const silentMs = 30_000

/** Seal, server and the tool's title, which can be third-party text; before it, how many such calls there are. */
export function CallName({ call, name, times }: { call: Call; name: string; times?: string }) {
  return (
    <span className={styles.name}>
      {call.server !== undefined && (
        <>
          <ServerSeal server={call.server} />
          <span className={styles.server}>{name}</span>
          <span className={styles.separator}>›</span>
        </>
      )}
      {times !== undefined && <span className={styles.times}>{times}</span>}
      <span className={classes(styles.title, 'trunc')} title={plainLabel(call.tool, 128)}>
        <Plain text={head(call.title ?? call.tool, 60)} />
      </span>
    </span>
  )
}

/** The line after a call's name: made by Atrium from the arguments, the result, or the outcome. */
export function CallSummary({ asks, mayWait, ...of }: CallSummaryProps) {
  const waits = of.state === 'waiting' ? pausedSummary(asks) : mayWait ? paused.mayWait : undefined
  return <span className={classes(styles.summary, 'trunc')}>{waits ?? <Words {...of} />}</span>
}

type SummaryProps = CallPartProps & { from: string }

type CallSummaryProps = SummaryProps & {
  asks: readonly Ask[]
  /** Its server waits for a sign-in, and possibly this call does. */
  mayWait: boolean
}

function Words({ call, state, running, from }: SummaryProps) {
  const { outcome } = call
  const actor = useSession()?.actor
  if (outcome?.status === 'succeeded') {
    const parts = [
      argumentsOnLine(call),
      endsInWords(call),
      resultSummary(outcome.result),
      isOwnCall(call) && chooser(call, actor),
    ]
    return <Plain text={parts.filter(Boolean).join(' · ')} />
  }
  if (state === 'refused') return chat.callEnding.refused
  if (outcome?.status === 'failed' && outcome.result) return <ExtInline from={from} text={outcome.problem} />
  if (outcome) return <Plain text={[argumentsOnLine(call), ending(call)].filter(Boolean).join(' · ')} />
  if (state === 'queued' && call.server !== undefined) return <Queued server={call.server} stage={running?.stage} />
  if (state === 'queued') return words.checking
  if (state === 'running' && running?.startedAt !== undefined && !running.progress && !running.task)
    return <Silence since={running.startedAt} otherwise={<About call={call} />} />
  return state === 'interrupted' ? words.leftOpen : <About call={call} />
}

/** A call that has not been sent: its server may have to start first. */
function Queued({ server, stage }: { server: string; stage: RunningCall['stage'] | undefined }) {
  const starting = useHost((state) => waitsForStart(state, server))
  if (stage === 'cleared') return words.cleared
  return starting === undefined ? words.checking : <Plain text={words.starting(starting)} />
}

/** The name of a server whose first call waits until it has started. */
export function waitsForStart({ configured, servers }: HostState, server: string): string | undefined {
  const [config, known] = [configured.servers[server], servers[server]]
  return startsOnCall(config, known) ? displayName(server, config) : undefined
}

/** Names the user who made a call without a model; in a later session Atrium can't tell whether it was the same one. */
const chooser = ({ clearedBy }: Call, actor: string | undefined): string =>
  clearedBy && 'person' in clearedBy && clearedBy.person === actor ? words.chosenByYou : words.chosenByHand

const About = ({ call }: { call: Call }) => <Plain text={argumentsOnLine(call)} />

/** A call's arguments on one line. */
export function argumentsOnLine(call: Call): string {
  const sent = sentArguments(call)
  return 'blob' in sent ? formatBytes(sent.bytes) : argumentSummary(sent.json)
}

function Silence({ since, otherwise }: { since: number; otherwise: ReactNode }) {
  return useNow() - since > silentMs ? words.silent : otherwise
}

/** The size of the result. Quotes none of it: it is third-party text. */
export function resultSummary(result: StoredValue): string {
  if ('blob' in result) return formatBytes(result.bytes)
  const blocks = contentBlocks(result.json)
  const count = (kind: ContentBlock['kind']): number => blocks.filter((block) => block.kind === kind).length
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  const [images, sounds, links] = [count('image'), count('audio'), count('link')]
  const others = blocks.length - texts.length - images - sounds - links
  const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  return [
    lines > 1 && words.lines(lines),
    images > 0 && words.images(images),
    sounds > 0 && words.sounds(sounds),
    links > 0 && words.links(links),
    others > 0 && words.otherParts(others),
    blocks.length === 0 && (structuredOf(result.json) === undefined ? words.nothing : words.structured),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The reason why a call waits after its server asked something; undefined if only the call itself needs approval. */
export function pausedSummary(asks: readonly Ask[]): string | undefined {
  const [first, ...others] = asks.filter((ask) => ask.kind !== 'approval' && !isAboutApp(ask))
  if (!first) return undefined
  if (others.length > 0) return paused.several(others.length + 1)
  switch (first.kind) {
    case 'form': {
      const form = formOf(first.question.schema)
      return paused.form('fields' in form ? form.fields.length : 0)
    }
    case 'url':
      return paused.url
    case 'visit':
      return paused.visit
    case 'sampling':
      return paused.sampling
    case 'review':
      return paused.review
    case 'sign-in':
    case 'sign-in-page':
      return paused.signIn
    case 'approval':
    case 'trust':
    case 'address':
    case 'definitions':
    case 'server-page':
    case 'page-wish':
      return undefined
    default:
      return first satisfies never
  }
}

/** The right end of a row: the time a call takes or took, and its actions. */
export function CallMeta({ call, state, running }: CallPartProps) {
  const took = tookOf(call)
  if (call.imported) return <span>{chat.imported.call}</span>
  const allowed = <ByRule calls={[call]} />
  if (state === 'running')
    return (
      <>
        {allowed}
        <Elapsed since={running?.startedAt ?? call.requestedAt} />
        <Cancel call={call.id} label={actions.cancel} />
      </>
    )
  if (state === 'cancelling') return <Elapsed since={running?.startedAt ?? call.requestedAt} />
  if (state === 'queued') return <Cancel call={call.id} label={actions.skip} />
  if (took !== undefined)
    return (
      <>
        {allowed}
        <span className="num">{formatDuration(took)}</span>
      </>
    )
  return call.finishedAt === undefined ? null : <span className="num">{formatTime(call.finishedAt)}</span>
}

/** Says that a rule let these calls run, and how many if not all. Calls allowed by hand need no words. */
export function ByRule({ calls }: { calls: readonly Call[] }) {
  const count = calls.filter(isByRule).length
  if (count === 0) return null
  return <span>{count < calls.length ? clearance.someByRule(count) : clearance.ranByRule}</span>
}

/** The time since a moment, updated every second. */
function Elapsed({ since }: { since: number }) {
  const now = useNow()
  return <span className="num">{formatElapsed(now - since)}</span>
}

function Cancel({ call, label }: { call: string; label: string }) {
  const link = useLink()
  const right = useSession()?.right
  const cancel = useAction(() => link.call('cancelCall', { call }))
  return (
    <Button
      size="sm"
      kind="ghost"
      busy={cancel.busy}
      unavailable={right === 'read' ? actions.readOnly : undefined}
      title={cancel.problem}
      onClick={() => void cancel.run()}
    >
      {label}
    </Button>
  )
}
