import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { schemaForm } from '../strings/schema-form.ts'
import { Checkbox, Radio, Select } from '../ui/fields/field.tsx'
import { SearchSelect } from '../ui/fields/search-select.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import type { DraftEdit } from './controls.tsx'
import type { Option } from './describe.ts'
import { isSame } from './fits.ts'
import styles from './schema-form.module.css'

const { notSet, choice: words, choices: listWords } = schemaForm

/** Up to this many options are a plain list; longer lists have a search field. */
const plainList = 60
const longestOption = 300

type ChoiceProps = DraftEdit & { options: readonly Option[]; required: boolean }

/** One of the server's options, from a list. */
export function ChoiceControl({ options, required, value, onChange }: ChoiceProps) {
  const at = options.findIndex((option) => isSame(value, option.value))
  if (options.length > plainList)
    return (
      <SearchSelect
        options={options.map(({ label }, index) => ({ key: String(index), label }))}
        value={at === -1 ? undefined : String(at)}
        onChange={(key) => onChange(key === undefined ? undefined : options[Number(key)]?.value)}
        placeholder={words.search(options.length)}
      />
    )
  return (
    <Select value={at} onChange={(event) => onChange(options[Number(event.target.value)]?.value)}>
      <option value={-1}>{required ? words.choose : notSet}</option>
      {options.map((option, index) => (
        <option key={index} value={index}>
          {plainLabel(option.label, longestOption)}
        </option>
      ))}
    </Select>
  )
}

/** One of the server's options, all in view. */
export function RadioControl({ options, required, value, onChange }: ChoiceProps) {
  const group = useId()
  const at = options.findIndex((option) => isSame(value, option.value))
  return (
    <div className={styles.choices}>
      {!required && (
        <Radio name={group} checked={at === -1} onChange={() => onChange(undefined)}>
          {notSet}
        </Radio>
      )}
      {options.map((option, index) => (
        <Radio key={index} name={group} checked={index === at} onChange={() => onChange(option.value)}>
          <Plain text={option.label} limit={longestOption} />
        </Radio>
      ))}
    </div>
  )
}

/** More options than this are a list that scrolls. */
const mostChecks = 6

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

type ChoicesProps = DraftEdit & { options: readonly Option[]; label: string }

/** Any number of the server's options; a long list has one tab stop, and arrow keys move within it. */
export function ChoicesControl({ options, label, value, onChange }: ChoicesProps) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const chosen = Array.isArray(value) ? value : []
  const keys = new Set(chosen.map((item) => JSON.stringify(item)))
  const isLong = options.length > mostChecks
  const boxes = options.map((option, index) => (
    <Checkbox
      key={index}
      checked={keys.has(JSON.stringify(option.value))}
      {...(isLong && { tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) })}
      onChange={({ target }) =>
        onChange(target.checked ? [...chosen, option.value] : chosen.filter((item) => !isSame(item, option.value)))
      }
    >
      <Plain text={option.label} limit={longestOption} />
    </Checkbox>
  ))
  if (!isLong) return <div className={styles.choices}>{boxes}</div>
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(at, options.length)
    setAt(next)
    list.current?.querySelectorAll('input')[next]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="group"
        aria-label={listWords.list(plainLabel(label))}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {boxes}
      </div>
      <span className="small ink3">{listWords.chosen(keys.size, options.length)}</span>
    </>
  )
}
