import { useState } from 'react'
import { endInWords } from '../../../shared/rules/rule-words.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { Field, Select } from '../../ui/fields/field.tsx'

const words = rules.until

const dayMs = 86_400_000
const spans = [1, 7, 30]
const never = 'never'
const kept = 'kept'

type UntilChoiceProps = { until: number | undefined; change(until: number | undefined): void }

/** When a permission ends by itself: never, after some days from now, or as it was before. */
export function UntilChoice({ until, change }: UntilChoiceProps) {
  const [before] = useState(until)
  const [choice, choose] = useState(until === undefined ? never : kept)
  const take = (next: string): void => {
    choose(next)
    change(next === never ? undefined : next === kept ? before : Date.now() + Number(next) * dayMs)
  }
  return (
    <Field label={words.label}>
      <Select value={choice} onChange={({ target }) => take(target.value)}>
        <option value={never}>{words.never}</option>
        {before !== undefined && <option value={kept}>{words.on(endInWords(before))}</option>}
        {spans.map((days) => (
          <option key={days} value={days}>
            {words.after(days)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
