import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { costOfAnswer, inputOf } from '../../../shared/costs/costs.ts'
import { useHost } from '../../state/replica.ts'
import { formatDollars } from '../../state/models/money.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { sampling } from '../../strings/inbox/sampling.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { formatDuration } from '../../strings/format/time.ts'
import { AskedAgo, Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'
import { ToolBlock, WordsField } from './sampled-messages.tsx'
import { SamplingSteps } from './sampling-steps.tsx'
import styles from './sampling.module.css'
import { useAnswering } from '../frame/use-answering.ts'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = sampling.review

type ReviewAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'review' }> }

/** Edited model answers, by question. */
const edits = keepByKey<JsonValue[]>(20)

/** Can the server have the model's answer? */
export function ReviewAsk({ onRefused, ...place }: ReviewAskProps) {
  const { ask } = place
  const { question } = ask
  const name = useServerName(question.server)
  const [edited, change] = useKeptByKey(edits, ask.id)
  const isEmpty = edited !== undefined && edited.every(isBlank)
  const content = `${ask.contentHash}${edited ? JSON.stringify(edited) : ''}`
  const answering = useAnswering(ask, onRefused, { content, obstacle: isEmpty ? words.nothingLeft : undefined })
  const { answer, obstacles } = answering
  const send = (): void => void answer({ decision: 'send', ...(edited && { content: edited }) })
  const toggleEdit = (): void => change((now) => (now ? undefined : question.content))
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.title(name)}
      aside={<SamplingSteps at={3} />}
      safe={{ label: words.withhold, give: () => void answer({ decision: 'withhold' }) }}
      consent={{ label: words.send(name), give: send, keys: 'Ctrl Enter' }}
      other={
        <Button kind="ghost" icon="edit" unavailable={obstacles.answer} onClick={toggleEdit}>
          {edited ? words.keep : words.edit}
        </Button>
      }
      second={{ label: words.again, give: () => void answer({ decision: 'again' }), keys: 'R' }}
      unread={words.unread}
      isWhole
    >
      <AskedAgo ask={ask} />
      <Sentence>
        <Phrase text={words.gets} slots={{ server: <b>{name}</b> }} />
      </Sentence>
      <Made question={question} name={name} edited={edited} onChange={(to) => change(() => to)} />
      <StopNote stop={question.stop} />
      <WishNotes wishes={question.wishes} />
      <Fold label={question.edited ? words.promptEdited : words.prompt}>
        <pre className={styles.code}>
          <Plain text={promptOf(question)} />
        </pre>
      </Fold>
    </DecisionAsk>
  )
}

const isBlank = (block: JsonValue): boolean =>
  isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' && block['text'].trim() === ''

type MadeProps = {
  question: Question<'review'>
  name: string
  edited: JsonValue[] | undefined
  onChange(content: JsonValue[]): void
}

/** The model's answer, as plain text. */
function Made({ question, name, edited, onChange }: MadeProps) {
  const { endpoint, model, tokens, took, content } = question
  const models = useHost((state) => state.configured.settings.models)
  const { input, cached = 0, output, cost: reported } = tokens
  const usage = { input: input - cached, cacheWrite: 0, cacheRead: cached, output, cost: reported }
  const cost = costOfAnswer({ endpoint, model, usage }, models)
  const used = inputOf(usage) + output
  const shown = edited ?? content
  return (
    <section className="stack gap1" aria-label={words.label}>
      <div className={styles.head}>
        <span>
          <Phrase text={words.answer} slots={{ model: <Plain text={model} /> }} />
        </span>
        <span className="regular fs-small ink2 num">
          {words.figures(
            used > 0 ? words.tokens(used) : words.tokensUnknown,
            cost ? formatDollars(cost.usd) : '',
            formatDuration(took),
          )}
        </span>
      </div>
      {fixedList(shown, (block, at) => {
        if (!isObject(block)) return null
        const { type, text } = block
        if (type !== 'text' || typeof text !== 'string')
          return (
            <div className="stack gap1">
              <ToolBlock block={block} />
              <p className="small ink3">{words.makesItself(name)}</p>
            </div>
          )
        if (edited)
          return (
            <WordsField
              label={words.label}
              text={text}
              onChange={(to) => onChange(edited.map((it, index) => (index === at ? { ...block, text: to } : it)))}
            />
          )
        return (
          <pre className={styles.code}>
            <Plain text={text} />
          </pre>
        )
      })}
    </section>
  )
}

function StopNote({ stop }: { stop: string }) {
  if (stop === 'end-turn' || stop === 'tool-use' || stop === 'stop-sequence') return null
  if (stop === 'max-tokens') return <Note>{words.cutOff}</Note>
  return <Note>{stop === 'refusal' ? words.refused : words.stopped(stop)}</Note>
}

/** The server's wishes for the reply: sent, refused and then left out, or never sent. */
function WishNotes({ wishes }: { wishes: Question<'review'>['wishes'] }) {
  if (!wishes) return null
  const { temperature, stopSequences, refused } = wishes
  const isRefused = (what: 'temperature' | 'stopSequences'): boolean => refused.includes(what)
  const said = { sent: Array<string>(), refused: Array<string>(), not: Array<string>() }
  if (temperature) {
    const group = temperature.sent ? 'sent' : isRefused('temperature') ? 'refused' : 'not'
    said[group].push(sampling.temperature(temperature.value))
  }
  if (stopSequences) {
    const { sent, wanted } = stopSequences
    const group = sent > 0 ? 'sent' : isRefused('stopSequences') ? 'refused' : 'not'
    said[group].push(sent > 0 && sent < wanted ? words.someStops(sent, wanted) : sampling.stops(wanted))
  }
  const list = (parts: string[]): string => new Intl.ListFormat('en').format(parts)
  return (
    <div className="stack gap1 small ink3">
      {said.sent.length > 0 && <p>{words.passedOn(list(said.sent))}</p>}
      {said.refused.length > 0 && <p>{words.refusedWishes(list(said.refused))}</p>}
      {said.not.length > 0 && <p>{words.notPassedOn(list(said.not))}</p>}
    </div>
  )
}

const promptOf = ({ prompt: { system, messages } }: Question<'review'>): string =>
  [
    ...(system === undefined ? [] : [system]),
    ...messages.map(({ content }) =>
      content
        .map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block)))
        .join('\n'),
    ),
  ].join('\n\n')
