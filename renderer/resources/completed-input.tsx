import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState, type KeyboardEvent } from 'react'
import { strings } from '../strings/strings.ts'
import { units } from '../strings/units.ts'
import { Plain } from '../ui/ext.tsx'
import { useField } from '../ui/field.tsx'
import fieldStyles from '../ui/field.module.css'
import { Keys } from '../ui/keys.tsx'
import styles from './completed-input.module.css'
import { useCompletion, type CompletedOf } from './use-completion.ts'

const words = strings.resources.templates

type CompletedInputProps = {
  server: string
  serverName: string
  of: CompletedOf
  argument: string
  value: string
  /** What the other variables are. */
  given: Record<string, string>
  onChange(value: string): void
  /** It must be filled in. */
  required?: boolean | undefined
}

/** A text field in which the server proposes values: arrows move among them, Enter or Tab takes one, Esc closes them. */
export function CompletedInput(props: CompletedInputProps) {
  const { server, serverName, of, argument, value, given, onChange, required } = props
  const [home, setHome] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isHere, setHere] = useState(false)
  const completion = useCompletion({ server, of, argument, value, given }, isHere)
  const values = completion?.values.filter((one) => one !== value) ?? []
  const others = Object.keys(given)
  const [marked, setMarked] = useState<string>()
  const shown = isOpen && values.length > 0
  const candidate = shown ? candidateOf(values, value, marked) : undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.shiftKey || candidate === undefined) return
    event.preventDefault()
    onChange(candidate)
    setOpen(false)
  }
  return (
    <Autocomplete.Root
      items={values}
      value={value}
      filter={null}
      mode="list"
      open={shown}
      onOpenChange={setOpen}
      onItemHighlighted={(item) => setMarked(item)}
      onValueChange={(next) => onChange(next)}
      openOnInputClick
    >
      <span ref={setHome} className={styles.home}>
        <Autocomplete.Input
          className={fieldStyles.input}
          maxLength={8000}
          spellCheck={false}
          onFocus={() => {
            setHere(true)
            setOpen(true)
          }}
          onBlur={() => setHere(false)}
          onKeyDown={onKeyDown}
          aria-required={required}
          {...useField()}
        />
      </span>
      <Autocomplete.Portal container={home}>
        <Autocomplete.Positioner className={styles.place} positionMethod="fixed" sideOffset={4}>
          <Autocomplete.Popup className={styles.popup}>
            <Autocomplete.List className={styles.list}>
              {(one: string) => (
                <Autocomplete.Item key={one} value={one} className={styles.item}>
                  <Plain text={one} />
                  {one === candidate && <Keys keys={words.tab} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            {completion && (
              <p className={styles.origin}>
                <span>
                  {words.proposed(values.length, completion.total, serverName)}
                  {others.length > 0 && words.using(new Intl.ListFormat('en').format(others.slice(0, 4)))}
                </span>
                <span>{units.milliseconds(completion.tookMs)}</span>
              </p>
            )}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

/** What Tab takes: the marked one, else the first if it goes on with what is typed. An empty field is left as it is. */
const candidateOf = (values: string[], value: string, marked: string | undefined): string | undefined =>
  values.find((one) => one === marked) ??
  (value === '' ? undefined : values.slice(0, 1).find((one) => one.toLowerCase().startsWith(value.toLowerCase())))
