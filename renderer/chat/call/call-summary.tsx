import type { ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { startsOnCall } from '../../../shared/state/server-state.ts'
import type { HostState, RunningCall } from '../../../shared/state/state.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { classes } from '../../ui/classes.ts'
import { useNow } from '../../state/use-now.ts'
import styles from './call-card.module.css'
import type { CallPartProps } from './call-card.tsx'
import { ending, isOwnCall } from './call-state.ts'
import { pausedSummary } from './paused-summary.ts'
import { endsInWords } from '../../content/file-ends.tsx'
import { argumentSummary } from '../../content/argument-summary.ts'
import { formatBytes } from '../../strings/format/time.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import { contentBlocks, structuredOf, type ContentBlock } from '../result/content-blocks.ts'

const words = chat.callSummary

/** Milliseconds of silence from the server before the row mentions it. */
const silentMs = 30_000

/** The line after a call's name: made by Atrium from the arguments, the result, or the outcome. */
export function CallSummary({ asks, mayWait, ...of }: CallSummaryProps) {
  const paused = of.state === 'waiting' ? pausedSummary(asks) : mayWait ? questions.call.mayWait : undefined
  return <span className={classes(styles.summary, 'trunc')}>{paused ?? <Words {...of} />}</span>
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
      aboutCall(call),
      endsInWords(call),
      resultSummary(outcome.result),
      isOwnCall(call) && chooser(call, actor),
    ]
    return <Plain text={parts.filter(Boolean).join(' · ')} />
  }
  if (outcome?.status === 'failed' && outcome.result) return <ExtInline from={from} text={outcome.problem} />
  if (outcome) return <Plain text={[aboutCall(call), ending(call)].filter(Boolean).join(' · ')} />
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

const About = ({ call }: { call: Call }) => <Plain text={aboutCall(call)} />

function aboutCall(call: Call): string {
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
