import { useEffect } from 'react'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { useHost } from '../../state/replica.ts'
import { formatDollars } from '../../state/models/money.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { sampling } from '../../strings/inbox/sampling.ts'
import { Ext, ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import { AskFrame, Sentence } from '../frame/ask-frame.tsx'
import { AskedAgo } from '../frame/asked-ago.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { RunningCalls } from '../frame/running-calls.tsx'
import { SampledMessages, WordsField } from './sampled-messages.tsx'
import { SamplingChoice } from './sampling-choice.tsx'
import { estimatedCost, readSamplingDraft, useSamplingDraft, type SamplingDraft } from './sampling-draft.ts'
import { SamplingSteps } from './sampling-steps.tsx'
import styles from './sampling.module.css'
import { type Answering, useAnswering } from '../frame/use-answering.ts'

const words = sampling

type SamplingAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'sampling' }> }

/** Can this server ask a model? Shows everything it wants to send, editable. */
export function SamplingAsk({ ask, child, onLeave, onRefused }: SamplingAskProps) {
  const { question } = ask
  const name = useServerName(question.server)
  const { draft, written, set } = useSamplingDraft(ask)
  const read = readSamplingDraft(draft)
  const obstacle = typeof read === 'string' ? read : undefined
  const answering = useAnswering(ask, onRefused, { content: `${ask.contentHash}${written ?? ''}`, obstacle })
  const { answer, keyOf, reportWhole } = answering
  useEffect(() => reportWhole(true), [reportWhole])
  const send = (): void => void (typeof read === 'string' ? undefined : answer(read))
  const deny = (): void => void answer({ decision: 'deny' })
  const consent = keyOf.consent(send)
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={words.title}
      aside={<SamplingSteps at={1} />}
      {...(child && { child })}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(deny) }}
      submit={consent}
      actions={<Answers question={question} answering={answering} send={send} deny={deny} />}
    >
      <RunningCalls ask={ask} />
      <AskedAgo ask={ask} />
      {question.problem !== undefined && <Note kind="no">{words.failed(question.problem)}</Note>}
      <Sentence>
        <Cost draft={draft} name={name} />
      </Sentence>
      <Instructions draft={draft} set={set} from={name} />
      <SampledMessages from={name} messages={draft.messages} onChange={(messages) => set({ messages })} />
      <Tools tools={question.tools} from={name} />
      <SamplingChoice question={question} from={name} draft={draft} set={set} />
      <NotPassedOn question={question} from={name} />
    </AskFrame>
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
  if (system === undefined) return <p className={styles.help}>{words.noInstructions}</p>
  return (
    <section className={styles.part} aria-label={words.instructions}>
      <div className={styles.head}>
        {words.instructions}
        <span className={styles.aside}>{words.editable}</span>
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
    <section className={styles.part} aria-label={words.tools(tools.length)}>
      <div className={styles.head}>{words.tools(tools.length)}</div>
      <p className={styles.help}>{words.toolsHelp(from)}</p>
      <Ext from={from}>
        <div className={styles.blocks}>
          {tools.map(({ name, description, inputSchema }) => (
            <div key={name} className={styles.part}>
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

/** Members of the server's request that Atrium doesn't pass on to the model. */
function NotPassedOn({ question, from }: { question: Question<'sampling'>; from: string }) {
  const { temperature, stopSequences = [] } = question
  if (temperature === undefined && stopSequences.length === 0) return null
  return (
    <p className={styles.help}>
      {words.notPassedOn} {temperature !== undefined && words.temperature(temperature)}
      {temperature !== undefined && stopSequences.length > 0 && ', '}
      {stopSequences.length > 0 && (
        <>
          {words.stops(stopSequences.length)} <ExtInline from={from} text={stopSequences.join(' ')} limit={120} />
        </>
      )}
    </p>
  )
}

type AnswersProps = { question: Question<'sampling'>; answering: Answering; send(): void; deny(): void }

function Answers({ question: { count, limit, call }, answering, send, deny }: AnswersProps) {
  const hint = useHint(answering, words.unread)
  return (
    <>
      <SafeAnswer answering={answering} keys="D" give={deny}>
        {words.deny}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="Ctrl Enter" give={send}>
        {words.send}
      </Consent>
      {hint.line}
      <span className={styles.count}>{call ? words.ofCall(call.count, call.limit) : words.ofHour(count, limit)}</span>
    </>
  )
}
