import { Combobox } from '@base-ui/react/combobox'
import { useState } from 'react'
import { strings } from '../strings/strings.ts'
import { Plain } from '../ui/third-party/ext.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './audit-filters.module.css'

const words = strings.audit.filters

export type Option = { value: string; label: string }

type FilterChipProps = {
  /** The property this filter selects by, such as `Server`. */
  name: string
  /** Its label while nothing is chosen, such as `Any server`. */
  any: string
  options: Option[]
  value: string | undefined
  /** Precedes the choice, as in `Kind: calls`. */
  prefix?: string
  /** Accepts typed text that matches no option. */
  takesText?: boolean
  onChange(value: string | undefined): void
  onSearch?: (text: string) => void
}

/** Lists up to this length are shown without a search field. */
const fewEnough = 8

/** One filter: a chip that opens the list of its choices. */
export function FilterChip(props: FilterChipProps) {
  const { name, any, options, value, prefix = '', takesText = false, onChange, onSearch } = props
  const [home, setHome] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  const none: Option = { value: '', label: any }
  const own = value === undefined || options.some((option) => option.value === value) ? [] : [{ value, label: value }]
  const text = typed.trim()
  const asTyped =
    takesText && text !== '' && !options.some((option) => option.value === text) ? [{ value: text, label: text }] : []
  const all = [none, ...own, ...options, ...asTyped]
  const chosen = all.find((option) => option.value === (value ?? '')) ?? none
  const isSearched = takesText || onSearch !== undefined || all.length > fewEnough
  return (
    <Combobox.Root
      items={all}
      value={chosen}
      onValueChange={(option) => onChange(option?.value || undefined)}
      itemToStringLabel={({ label }) => label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onInputValueChange={(next) => {
        setTyped(next)
        onSearch?.(next)
      }}
      limit={100}
    >
      <span ref={setHome} className={styles.home}>
        <Combobox.Trigger
          className={styles.chip}
          aria-label={words.chosen(name, value === undefined ? any : chosen.label)}
          data-set={value !== undefined || undefined}
        >
          <span className="trunc">
            {value === undefined ? any : prefix}
            {value !== undefined && <Plain text={chosen.label} />}
          </span>
          <Icon name="chevron-down" size={12} />
        </Combobox.Trigger>
      </span>
      <Combobox.Portal container={home}>
        <Combobox.Positioner className={styles.place} positionMethod="fixed" sideOffset={4} align="start">
          <Combobox.Popup className={styles.popup} aria-label={name}>
            {isSearched && <Combobox.Input className={styles.search} placeholder={words.search} aria-label={name} />}
            <Combobox.Empty className={styles.none}>{words.nothingFits}</Combobox.Empty>
            <Combobox.List className={styles.list} aria-label={name}>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={styles.item}>
                  <span className={styles.tick}>
                    <Combobox.ItemIndicator>
                      <Icon name="check" size={14} />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="trunc">
                    <Plain text={option.label} />
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
