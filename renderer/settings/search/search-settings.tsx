import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { settingsSearch as words } from '../../strings/settings/settings-pages.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { isShortcut } from '../../ui/key-map.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'
import { onSettingOpened } from './open-setting.ts'

type SearchSettingsProps = { typed: string; onType(typed: string): void }

/** The field that finds settings: `Ctrl F` focuses it, Enter opens the first match, Down goes to the list. */
export function SearchSettings({ typed, onType }: SearchSettingsProps) {
  const place = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target) || !isShortcut(event, 'findHere')) return
    event.preventDefault()
    const field = place.current?.querySelector('input')
    field?.focus()
    field?.select()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const end = useEffectEvent(() => onType(''))
  useEffect(() => onSettingOpened(() => end()), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    const first = document.querySelector<HTMLElement>('[data-settings-found] a')
    if (!first) return
    event.preventDefault()
    if (event.key === 'Enter') first.click()
    else first.focus()
  }
  return (
    <div ref={place} data-setting-search onKeyDown={onKeyDown}>
      <SearchField label={words.field} value={typed} onChange={onType} />
    </div>
  )
}
