import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { useHost } from '../../state/replica.ts'
import { formatDollars } from '../../state/models/money.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { sampling } from '../../strings/inbox/sampling.ts'
import { Ext, Hatched, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { AskedAgo, Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { SampledMessages, WordsField } from './sampled-messages.tsx'
import { SamplingChoice } from './sampling-choice.tsx'
import { estimatedCost, readSamplingDraft, useSamplingDraft, type SamplingDraft } from './sampling-draft.ts'
import { SamplingSteps } from './sampling-steps.tsx'
import styles from './sampling.module.css'
import { useAnswering } from '../frame/use-answering.ts'

const words = sampling

type SamplingAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'sampling' }> }

/** Can this server ask a model? Shows everything it wants to send, editable. */
export function SamplingAsk({ onRefused, ...place }: SamplingAskProps) {
  const { ask } = place
  const { question } = ask
  const { call, count, limit } = question
  const name = useServerName(question.server)
  const { draft, written, set } = useSamplingDraft(ask)
  const read = readSamplingDraft(draft)
  const obstacle = typeof read === 'string' ? read : undefined
  const answering = useAnswering(ask, onRefused, { content: `${ask.contentHash}${written ?? ''}`, obstacle })
  const { answer } = answering
  const send = (): void => void (typeof read === 'string' ? undefined : answer(read))
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.title(name)}
      aside={<SamplingSteps at={1} />}
      safe={{ label: words.deny, give: () => void answer({ decision: 'deny' }) }}
      consent={{ label: words.send, give: send, keys: 'Ctrl Enter' }}
      unread={words.unread}
      last={
        <span className={styles.count}>{call ? words.ofCall(call.count, call.limit) : words.ofHour(count, limit)}</span>
      }
      isWhole
    >
      <AskedAgo ask={ask} />
      {question.problem !== undefined && <Note kind="no">{words.failed(question.problem)}</Note>}
      <Sentence>
        <Cost draft={draft} name={name} />
      </Sentence>
      <Instructions draft={draft} set={set} from={name} />
      <SampledMessages from={name} messages={draft.messages} onChange={(messages) => set({ messages })} />
      <Tools tools={question.tools} from={name} />
      <SamplingChoice question={question} from={name} draft={draft} set={set} />
      <Wishes question={question} />
    </DecisionAsk>
  )
}

function Cost({ draft, name }: { draft: SamplingDraft; name: string }) {
  const models = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const cost = estimatedCost(draft, models, lists)
  const server = <b>{name}</b>
  if (cost === undefined) return <Phrase text={words.paysUnknown} slots={{ server }} />
  return <Phrase text={words.pays} slots={{ cost: <b>{formatDollars(cost)}</b>, server }} />
}

type InstructionsProps = { draft: SamplingDraft; set(to: Partial<SamplingDraft>): void; from: string }

function Instructions({ draft: { system }, set, from }: InstructionsProps) {
  if (system === undefined) return <p className="small ink3">{words.noInstructions}</p>
  return (
    <section className="stack gap1" aria-label={words.instructions}>
      <div className={styles.head}>
        {words.instructions}
        <span className="regular fs-small ink2 num">{words.editable}</span>
      </div>
      <Ext from={from}>
        <WordsField label={words.instructions} text={system} onChange={(text) => set({ system: text })} />
      </Ext>
    </section>
  )
}

function Tools({ tools, from }: { tools: Question<'sampling'>['tools']; from: string }) {
  if (tools.length === 0) return null
  return (
    <section className="stack gap1" aria-label={words.tools(tools.length)}>
      <div className={styles.head}>{words.tools(tools.length)}</div>
      <p className="small ink3">{words.toolsHelp(from)}</p>
      <Ext from={from}>
        <div className="stack">
          {tools.map(({ name, description, inputSchema }) => (
            <div key={name} className="stack gap1">
              <code>{name}</code>
              <Plain text={description} />
              <pre className={styles.code}>
                <Plain text={JSON.stringify(inputSchema)} />
              </pre>
            </div>
          ))}
        </div>
      </Ext>
    </section>
  )
}

/** The server's wishes for the reply, in its own words; the review says which of them the model got. */
function Wishes({ question }: { question: Question<'sampling'> }) {
  const { temperature, stopSequences = [] } = question
  if (temperature === undefined && stopSequences.length === 0) return null
  return (
    <p className="small ink3">
      {words.ifTaken} {temperature !== undefined && words.temperature(temperature)}
      {temperature !== undefined && stopSequences.length > 0 && ', '}
      {stopSequences.length > 0 && (
        <>
          {words.stops(stopSequences.length)}{' '}
          <Hatched>
            <Plain text={asWritten(stopSequences)} limit={500} />
          </Hatched>
        </>
      )}
    </p>
  )
}

/** Line breaks and spaces count in a stop sequence. */
const asWritten = (stops: string[]): string => stops.map((it) => JSON.stringify(it)).join(' ')
