import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { strings } from '../strings/strings.ts'
import { Plain } from '../ui/ext.tsx'
import { useField } from '../ui/field.tsx'
import fieldStyles from '../ui/field.module.css'
import styles from './completed-input.module.css'
import { useCompletion } from './use-completion.ts'

const words = strings.resources.templates

type CompletedInputProps = {
  server: string
  serverName: string
  template: string
  argument: string
  value: string
  /** What the other variables are. */
  given: Record<string, string>
  onChange(value: string): void
}

/** A text field in which the server proposes values: arrows move among them, Enter or Tab takes one, Esc closes them. */
export function CompletedInput(props: CompletedInputProps) {
  const { server, serverName, template, argument, value, given, onChange } = props
  const [home, setHome] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isHere, setHere] = useState(false)
  const completion = useCompletion({ server, template, argument, value, given }, isHere)
  const values = completion?.values.filter((one) => one !== value) ?? []
  const others = Object.keys(given)
  return (
    <Autocomplete.Root
      items={values}
      value={value}
      filter={null}
      mode="list"
      open={isOpen && values.length > 0}
      onOpenChange={setOpen}
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
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            {completion && (
              <p className={styles.origin}>
                {words.proposed(values.length, completion.total, serverName)}
                {others.length > 0 && words.using(new Intl.ListFormat('en').format(others.slice(0, 4)))}
              </p>
            )}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
