import { useRef } from 'react'
import { servers } from '../../strings/servers/servers.ts'
import { TextInput } from './field.tsx'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = { label: string; value: string; onChange(value: string): void }

/** Filters a list while typing; Esc clears it. `label` is also the placeholder. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={14} />
      <TextInput
        ref={input}
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
      />
      {value !== '' && (
        <IconButton className={styles.clear} size="sm" icon="close" label={servers.search.clear} onClick={clear} />
      )}
    </div>
  )
}
