import { useState } from 'react'
import { useAppearance } from '../../state/appearance.ts'
import { useLink } from '../../state/replica.ts'
import { settings } from '../../strings/settings.ts'
import { useInOrder } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { isApple } from '../../ui/keys.tsx'
import { Radio } from '../../ui/fields/field.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { Note } from '../../ui/note.tsx'
import { LabelledSetting } from '../../ui/fields/setting.tsx'
import styles from './appearance-choice.module.css'

const { choices: words, closing, notices } = settings.appearance

type Name = keyof typeof words

/** Shown by pictures, first of all, and by words. */
const drawn: Name[] = ['theme', 'chatWidth', 'density']
const said: Name[] = [
  ...(['textSize', 'interfaceFont', 'codeFont', 'codeLines', 'lineNumbers'] as const),
  ...(['sendKey', 'openResults', 'notify', 'closing'] as const),
]

/** All choices about the interface; each applies at once. */
export const AppearanceChoices = ({ block }: { block: string | undefined }) =>
  [...drawn, ...said].map((name) => <Choice key={name} name={name} block={block} />)

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
  const options = Object.entries(values)
  return (
    <LabelledSetting title={title} help={help}>
      {drawn.includes(name) ? (
        <div className={styles.pictures} role="radiogroup" aria-label={title}>
          {options.map(([value, label]) => (
            <Radio
              key={value}
              name={name}
              className={styles.choice}
              checked={value === chosen}
              disabled={block !== undefined}
              onChange={() => void change.run(value)}
            >
              <span className={styles.label}>{label}</span>
              <Picture name={name} value={value} />
            </Radio>
          ))}
        </div>
      ) : (
        <Segments
          label={title}
          role="radiogroup"
          items={options.map(([, label]) => label)}
          value={options.find(([value]) => value === chosen)?.[1] ?? ''}
          unavailable={block}
          onChange={(label) => {
            const [value] = options.find((option) => option[1] === label) ?? []
            if (value !== undefined) void change.run(value)
          }}
        />
      )}
      {name === 'notify' && chosen !== 'none' && <BrowserNotices />}
      {change.problem && <Note kind="no">{change.problem}</Note>}
    </LabelledSetting>
  )
}

/** A small window, as this choice would make it. */
const Picture = ({ name, value }: { name: Name; value: string }) => (
  <span className={styles.picture} data-theme={name === 'theme' ? value : undefined} data-looks={value} aria-hidden>
    <span className={styles.side} />
    <span className={styles.column}>
      {Array.from({ length: 6 }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  </span>
)

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
