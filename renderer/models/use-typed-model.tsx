import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Field, TextInput } from '../ui/fields/field.tsx'

type TypedModel = { label: string; help?: ReactNode; missing: string; onUse(model: string): void }

/** A field for a model's ID, and its form's submit: `onUse` gets the trimmed ID, an empty one gets the error. */
export function useTypedModel({ label, help, missing, onUse }: TypedModel) {
  const [model, setModel] = useState('')
  const [wrong, setWrong] = useState<string>()
  return {
    submit: (event: SubmitEvent): void => {
      event.preventDefault()
      if (model.trim() === '') setWrong(missing)
      else onUse(model.trim())
    },
    field: (
      <Field label={label} error={wrong} help={help}>
        <TextInput
          className="mono"
          spellCheck={false}
          maxLength={200}
          value={model}
          onChange={(event) => {
            setModel(event.target.value)
            setWrong(undefined)
          }}
        />
      </Field>
    ),
  }
}
