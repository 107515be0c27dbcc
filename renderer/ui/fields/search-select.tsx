import { Combobox } from '@base-ui/react/combobox'
import { useState } from 'react'
import { ui } from '../../strings/ui.ts'
import { useField } from './field.tsx'
import fieldStyles from './field.module.css'
import { Plain } from '../third-party/ext.tsx'
import styles from './search-select.module.css'

/** `label` is shown and searched, `key` is what `onChange` gets. */
export type SearchOption = { key: string; label: string }

type SearchSelectProps = {
  options: SearchOption[]
  /** The selected option's key. */
  value: string | undefined
  onChange(key: string | undefined): void
  placeholder?: string
}

/** How many matches are listed at a time. */
const mostListed = 100

/** Selects from a list too long to read: typing filters it. An emptied field selects nothing. */
export function SearchSelect({ options, value, onChange, placeholder = ui.searchSelect.type }: SearchSelectProps) {
  const [home, setHome] = useState<HTMLElement | null>(null)
  const chosen = options.find(({ key }) => key === value) ?? null
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.key)}
      itemToStringLabel={({ label }) => label}
      isItemEqualToValue={(a, b) => a.key === b.key}
      limit={mostListed}
    >
      <span ref={setHome} className={styles.home}>
        <Combobox.Input className={fieldStyles.input} placeholder={placeholder} {...useField()} />
      </span>
      <Combobox.Portal container={home}>
        <Combobox.Positioner className={styles.place} positionMethod="fixed" sideOffset={4}>
          <Combobox.Popup className={styles.popup}>
            <Combobox.Empty className={styles.empty}>{ui.searchSelect.nothing(options.length)}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(option: SearchOption) => (
                <Combobox.Item key={option.key} value={option} className={styles.item}>
                  <Plain text={option.label} />
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
