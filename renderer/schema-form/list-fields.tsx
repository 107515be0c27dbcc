import { useRef, useState } from 'react'
import { schemaForm } from '../strings/schema-form.ts'
import { Button, IconButton } from '../ui/button.tsx'
import type { Control } from './describe.ts'
import type { Draft } from '../state/forms/form-draft.ts'
import { clearedDraft, newItemDraft } from './empty.ts'
import { mostItemFields } from './fits.ts'
import { useForm } from './form-context.ts'
import styles from './schema-form.module.css'

const words = schemaForm.list

type ListFieldsProps = Extract<Control, { kind: 'list' }> & {
  path: string
  required: boolean
  value: Draft | undefined
  onChange(value: Draft | undefined): void
}

/** A list's items, in order; they can be moved. */
export function ListFields({ first, items, least, most, path, required, value, onChange }: ListFieldsProps) {
  const { root, Member } = useForm()
  const box = useRef<HTMLDivElement>(null)
  /** Increases when items swap positions, so a field's local state doesn't end up at its neighbour. */
  const [round, setRound] = useState(0)
  const list = Array.isArray(value) ? value : []
  const schemaAt = (index: number) => first[index] ?? items
  const put = (index: number, next: Draft | undefined): void =>
    onChange(list.map((item, at) => (at === index ? (next ?? clearedDraft(schemaAt(index), root)) : item)))
  const rearrange = (next: Draft[], focus: number): void => {
    onChange(next.length === 0 && !required ? undefined : next)
    setRound(round + 1)
    requestAnimationFrame(() => focusItem(box.current, focus))
  }
  const canAdd = list.length < most && schemaAt(list.length) !== undefined && list.length < mostItemFields
  return (
    <div ref={box} className={styles.items}>
      {list.map((item, index) => (
        <div key={`${round} ${index}`} className={styles.row} data-item={index}>
          <Member
            schema={schemaAt(index)}
            name={`${index + 1}`}
            path={`${path}/${index}`}
            value={item}
            onChange={(next) => put(index, next)}
          />
          {index >= first.length && (
            <span className={styles.tools}>
              {index > first.length && (
                <IconButton
                  size="sm"
                  icon="arrow-up"
                  label={words.moveUp(index + 1)}
                  onClick={() => rearrange(list.toSpliced(index - 1, 2, item, list[index - 1] ?? item), index - 1)}
                />
              )}
              <IconButton
                size="sm"
                icon="close"
                label={words.remove(index + 1)}
                onClick={() => rearrange(list.toSpliced(index, 1), index)}
              />
            </span>
          )}
        </div>
      ))}
      {canAdd && (
        <Button
          size="sm"
          icon="plus"
          data-add
          onClick={() => rearrange([...list, newItemDraft(schemaAt(list.length), root)], list.length)}
        >
          {words.add}
        </Button>
      )}
      {(least > 0 || most !== Infinity) && <p className="small ink3">{bounds(least, most)}</p>}
    </div>
  )
}

const bounds = (least: number, most: number): string => {
  if (least === 0) return words.atMost(most)
  if (most === Infinity) return words.atLeast(least)
  return least === most ? words.exactly(least) : words.between(least, most)
}

/** Focuses an item's first control, or else the Add button. */
function focusItem(box: HTMLElement | null, index: number): void {
  const item = box?.querySelector(`:scope > [data-item="${index}"]`)
  const control = item?.querySelector<HTMLElement>('input, textarea, select, button')
  const add = box?.querySelector<HTMLElement>(':scope > [data-add]')
  ;(control ?? add)?.focus()
}
