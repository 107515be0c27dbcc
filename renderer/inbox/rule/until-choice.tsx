import { useState } from 'react'
import { endInWords } from '../../../shared/rules/rule-words.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { Field, Select } from '../../ui/fields/field.tsx'

const dayMs = 86_400_000
const spans = [1, 7, 30]
const never = 'never'
const kept = 'kept'

type UntilChoiceProps = { until: number | undefined; change(until: number | undefined): void }

type UntilWords = { never: string; after(days: number): string; on(end: string): string }

/** The choices of when a permission ends: never, after some days from now, or as it was before. */
export function useUntilChoices({ until, change }: UntilChoiceProps, words: UntilWords) {
  const [before] = useState(until)
  const [choice, choose] = useState(until === undefined ? never : kept)
  const take = (next: string): void => {
    choose(next)
    change(next === never ? undefined : next === kept ? before : Date.now() + Number(next) * dayMs)
  }
  const choices = [
    { value: never, text: words.never },
    ...(before === undefined ? [] : [{ value: kept, text: words.on(endInWords(before)) }]),
    ...spans.map((days) => ({ value: String(days), text: words.after(days) })),
  ]
  return { choice, choices, take }
}

/** When a permission ends by itself. */
export function UntilChoice(props: UntilChoiceProps) {
  const { choice, choices, take } = useUntilChoices(props, rules.until)
  return (
    <Field label={rules.until.label}>
      <Select value={choice} onChange={({ target }) => take(target.value)}>
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}
