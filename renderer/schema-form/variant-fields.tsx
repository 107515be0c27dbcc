import { useState } from 'react'
import { schemaForm } from '../strings/schema-form.ts'
import { Select } from '../ui/fields/field.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { JsonControl } from './controls.tsx'
import { describeSchema, type Control } from './describe.ts'
import type { Draft } from '../state/forms/form-draft.ts'
import { clearedDraft, newItemDraft } from './empty.ts'
import { looksLike } from './fits.ts'
import { useForm } from './form-context.ts'
import styles from './schema-form.module.css'

const { variants: words, notSet } = schemaForm

type VariantFieldsProps = Extract<Control, { kind: 'variants' }> & {
  label: string
  path: string
  required: boolean
  value: Draft | undefined
  onChange(value: Draft | undefined): void
}

/** One of several variants. Values entered for one return if the user switches back. */
export function VariantFields({ variants, label, path, required, value, onChange }: VariantFieldsProps) {
  const { root, Member } = useForm()
  const [kept, setKept] = useState<Record<number, Draft | undefined>>({})
  const find = (): number =>
    value === undefined
      ? -1
      : variants.findIndex(({ schema }) =>
          looksLike(value, describeSchema(schema, root), (inner) => describeSchema(inner, root)),
        )
  const [picked, setPicked] = useState(find)
  if (variants.length === 0) return <JsonControl label={label} value={value} onChange={onChange} />
  const chosen = variants[picked]
  const pick = (next: number): void => {
    const variant = variants[next]
    setKept({ ...kept, [picked]: value })
    setPicked(next)
    onChange(variant && (kept[next] ?? newItemDraft(variant.schema, root)))
  }
  return (
    <div className={styles.items}>
      <Select
        aria-label={words.kindOf(plainLabel(label))}
        value={picked}
        onChange={(event) => pick(Number(event.target.value))}
      >
        <option value={-1}>{required ? words.choose : notSet}</option>
        {variants.map((variant, index) => (
          <option key={index} value={index}>
            {plainLabel(variant.label, 80)}
          </option>
        ))}
      </Select>
      {chosen && (
        <Member
          key={picked}
          schema={chosen.schema}
          name={label}
          path={path}
          isVariant
          value={value}
          onChange={(next) => onChange(next ?? clearedDraft(chosen.schema, root))}
        />
      )}
      {!chosen && value !== undefined && <JsonControl label={label} value={value} onChange={onChange} />}
    </div>
  )
}
