import { useMemo, type KeyboardEvent } from 'react'
import { href } from '../../state/routes.ts'
import { settingsSearch as words } from '../../strings/settings/settings-pages.ts'
import { settings } from '../../strings/settings.ts'
import { classes } from '../../ui/classes.ts'
import { Marked } from '../../ui/search/marked.tsx'
import linked from '../../ui/table/linked-rows.module.css'
import { openSetting } from './open-setting.ts'
import { findSettings } from './settings-index.ts'
import styles from './search.module.css'

/** The settings that match, from all pages. A press opens the page at the setting; the arrow keys move along the list. */
export function FoundSettings({ query }: { query: string }) {
  const found = useMemo(() => findSettings(query), [query])
  return (
    <div>
      <p role="status" className={styles.count}>
        {found.length === 0 ? words.none(query) : words.found(found.length)}
      </p>
      {found.length > 0 && (
        <ul className={classes('rows', styles.list)} aria-label={words.list} onKeyDown={moveAlong}>
          {found.map((setting) => (
            <li key={`${setting.part} ${setting.title}`} className={linked.row}>
              <a
                className={linked.link}
                href={href({ page: 'settings', part: setting.part })}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  openSetting(setting)
                }}
              >
                <Marked text={setting.name} at={setting.at} />
              </a>
              {setting.title !== undefined && <span className="fs-small ink3">{settings.parts[setting.part]}</span>}
              {setting.help !== '' && <span className={styles.help}>{setting.help}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Up from the first match leads back to the field. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement) + step
  const field = document.querySelector<HTMLElement>('[data-setting-search] input')
  if (at < 0) field?.focus()
  else links[at]?.focus()
}
