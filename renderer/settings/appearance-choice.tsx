import { useState } from 'react'
import { useAppearance } from '../state/appearance.ts'
import { useLink, useHost } from '../state/replica.ts'
import { settings } from '../strings/settings.ts'
import { useInOrder } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { isApple } from '../ui/keys.tsx'
import { Radio } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import { LabelledSetting } from '../ui/fields/setting.tsx'
import styles from './theme-choice.module.css'
import type { Settings } from '../../shared/config/settings.ts'

const { choices: words, closing, notices } = settings.appearance

type Name = keyof typeof words

/** All of them, in order. */
const names: Name[] = [
  ...(['textSize', 'chatWidth', 'density', 'interfaceFont', 'codeFont', 'codeLines', 'lineNumbers'] as const),
  ...(['sendKey', 'openResults', 'notify', 'closing'] as const),
]

/** All choices about the interface except its theme; each applies at once. */
export const AppearanceChoices = ({ block }: { block: string | undefined }) =>
  names.map((name) => <Choice key={name} name={name} block={block} />)

function Choice({ name, block }: { name: Name; block: string | undefined }) {
  const { title, help, values } = words[name]
  const link = useLink()
  const chosen = useAppearance(name)
  const fixed = name === 'closing' ? closingIsFixed() : undefined
  const change = useInOrder((value: string) => link.call('changeSettings', { appearance: { [name]: value } }))
  if (fixed !== undefined)
    return (
      <LabelledSetting title={title} help={fixed}>
        {null}
      </LabelledSetting>
    )
  return (
    <LabelledSetting title={title} help={help}>
      <div className={styles.themes} role="radiogroup" aria-label={title}>
        {Object.entries(values).map(([value, label]) => (
          <Radio
            key={value}
            name={name}
            checked={value === chosen}
            disabled={block !== undefined}
            onChange={() => void change.run(value)}
          >
            {label}
          </Radio>
        ))}
      </div>
      {name === 'notify' && chosen !== 'none' && <BrowserNotices />}
      {change.problem && <Note kind="no">{change.problem}</Note>}
    </LabelledSetting>
  )
}

/** Why closing can't be set here, in a sentence: a tab never ends Atrium, and neither does a window on macOS. */
const closingIsFixed = (): string | undefined => (window.atrium ? (isApple ? closing.onMac : undefined) : closing.inTab)

/** Asks the browser to allow notifications, which it does only on a press. The window needs no permission. */
function BrowserNotices() {
  const [leave, setLeave] = useState(browserLeave)
  if (leave === 'granted') return null
  if (leave === 'denied') return <Note>{notices.blocked}</Note>
  return (
    <div>
      <p>{notices.notYet}</p>
      <Button onClick={() => void Notification.requestPermission().then(setLeave)}>{notices.allow}</Button>
    </div>
  )
}

/** The browser's decision about notifications; `granted` in the window, whose shell shows them. */
const browserLeave = (): NotificationPermission =>
  window.atrium || !('Notification' in window) ? 'granted' : Notification.permission

const themes: Settings['appearance']['theme'][] = ['system', 'light', 'dark']

/** Light, dark, or the system's theme. */
export function ThemeChoice({ block }: { block: string | undefined }) {
  const link = useLink()
  const chosen = useHost((state) => state.configured.settings.appearance.theme)
  const change = useInOrder((theme: Settings['appearance']['theme']) =>
    link.call('changeSettings', { appearance: { theme } }),
  )
  return (
    <LabelledSetting title={settings.appearance.theme}>
      <div className={styles.themes} role="radiogroup" aria-label={settings.appearance.theme}>
        {themes.map((theme) => (
          <Radio
            key={theme}
            name="theme"
            className={styles.choice}
            checked={theme === chosen}
            disabled={block !== undefined}
            onChange={() => void change.run(theme)}
          >
            <span className={styles.label}>{settings.appearance.themes[theme]}</span>
            <span className={styles.picture} data-theme={theme} aria-hidden>
              <span className={styles.side} />
              <span className={styles.line} />
              <span className={styles.line} />
              <span className={styles.card} />
            </span>
          </Radio>
        ))}
      </div>
      {change.problem && <Note kind="no">{change.problem}</Note>}
    </LabelledSetting>
  )
}
