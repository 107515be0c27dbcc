import { useMemo } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { href } from '../../state/routes.ts'
import { useHost } from '../../state/replica.ts'
import { modelLabel, modelsByPlace } from '../../state/models/endpoints.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { sampling } from '../../strings/inbox/sampling.ts'
import { ExtInline } from '../../ui/third-party/ext.tsx'
import { Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { tokensProblem, type SamplingDraft } from './sampling-draft.ts'
import styles from './sampling.module.css'

const words = sampling

type SamplingChoiceProps = {
  question: Question<'sampling'>
  /** The server's display name. */
  from: string
  draft: SamplingDraft
  set(to: Partial<SamplingDraft>): void
}

/** Which model answers, its answer's max length, and what it doesn't get to see. */
export function SamplingChoice({ question, from, draft, set }: SamplingChoiceProps) {
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const places = useMemo(() => modelsByPlace(settings, lists, draft.choice), [settings, lists, draft.choice])
  const choose = (key: string): void => {
    const space = key.indexOf(' ')
    set({ choice: { endpoint: key.slice(0, space), model: key.slice(space + 1) } })
  }
  return (
    <div className={styles.choices}>
      <Field label={words.model} help={<Preferences question={question} from={from} />}>
        <Select
          value={draft.choice ? `${draft.choice.endpoint} ${draft.choice.model}` : ''}
          onChange={(event) => choose(event.target.value)}
        >
          {!draft.choice && (
            <option value="" disabled>
              {words.choose}
            </option>
          )}
          {places.map(({ id, name, models }) => (
            <optgroup key={id} label={name}>
              {models.map((model) => (
                <option key={model.id} value={`${id} ${model.id}`}>
                  {modelLabel(model)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {places.length === 0 && (
          <p className="small ink3">
            {words.noModel} <a href={href({ page: 'settings', part: 'models' })}>{words.settings}</a>
          </p>
        )}
      </Field>
      <Field
        label={words.mostTokens}
        help={words.asked(question.asked.toLocaleString('en'))}
        error={tokensProblem(draft)}
      >
        <TextInput
          className="num"
          inputMode="numeric"
          value={draft.tokens}
          onChange={(event) => set({ tokens: event.target.value })}
        />
      </Field>
      <div className={styles.fact}>
        <b>{words.conversation}</b>
        <span className={styles.value}>{words.notIncluded}</span>
        <span className="small ink3">{question.includeContext ? words.askedForIt : words.notAskedFor}</span>
      </div>
    </div>
  )
}

function Preferences({ question: { hints, priorities }, from }: Pick<SamplingChoiceProps, 'question' | 'from'>) {
  const kinds = (['cost', 'speed', 'intelligence'] as const).filter((kind) => (priorities[kind] ?? 0) >= 0.5)
  if (hints.length + kinds.length === 0) return words.prefersNot
  const said = kinds.map((kind) => words.preferences[kind]).join(', ')
  return (
    <Phrase
      text={words.prefers}
      slots={{
        hints: (
          <>
            {hints.length > 0 && <ExtInline from={from} text={hints.join(', ')} limit={120} />}
            {hints.length > 0 && said !== '' && ', '}
            {said}
          </>
        ),
      }}
    />
  )
}
